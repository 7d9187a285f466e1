<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es" sourcelanguage="en">
<context>
    <name>AboutDialog</name>
    <message>
        <source>Built with</source>
        <translation>Hecho con</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Copy versions</source>
        <translation>Copiar versiones</translation>
    </message>
    <message>
        <source>Each fact of the catalog and each value of the site sheet names its source and how well it is known: read in the maker&apos;s own document, second-hand, derived by arithmetic, or from memory. Point at the mark beside a figure to see its source; figures without one are left out, never guessed.</source>
        <translation>Cada dato del catálogo y cada valor de la ficha del emplazamiento nombra su fuente y cuánto se sabe de él: leído en el documento del fabricante, de segunda mano, derivado por cálculo o de memoria. La marca junto a cada cifra muestra su fuente al pasar el puntero; lo que no tiene fuente se omite, nunca se inventa.</translation>
    </message>
    <message>
        <source>Free software under the Apache License 2.0. It comes without warranty.</source>
        <translation>Software libre con licencia Apache 2.0. Se ofrece sin garantía.</translation>
    </message>
    <message>
        <source>Nothing of this program needs a network, and nothing leaves this machine.</source>
        <translation>Nada de este programa necesita red, y nada sale de este equipo.</translation>
    </message>
    <message>
        <source>Plan, size, build and watch GPU clusters from one project file.</source>
        <translation>Planear, dimensionar, montar y vigilar clústeres de GPU desde un solo archivo de proyecto.</translation>
    </message>
    <message>
        <source>Version {version}</source>
        <translation>Versión {version}</translation>
    </message>
    <message>
        <source>Versions and licences</source>
        <translation>Versiones y licencias</translation>
    </message>
    <message>
        <source>Where its figures come from</source>
        <translation>De dónde salen las cifras</translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>&amp;Check</source>
        <translation>Co&amp;mprobar</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Editar</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Archivo</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>&amp;Ir</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>A&amp;yuda</translation>
    </message>
    <message>
        <source>&amp;Place</source>
        <translation>&amp;Colocar</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ver</translation>
    </message>
    <message>
        <source>10 mm down</source>
        <translation>10 mm abajo</translation>
    </message>
    <message>
        <source>10 mm left</source>
        <translation>10 mm a la izquierda</translation>
    </message>
    <message>
        <source>10 mm right</source>
        <translation>10 mm a la derecha</translation>
    </message>
    <message>
        <source>10 mm up</source>
        <translation>10 mm arriba</translation>
    </message>
    <message>
        <source>A picture, a page of a PDF or a DXF drawing, to plan on</source>
        <translation>Una imagen, una página de un PDF o un dibujo DXF sobre el que planificar</translation>
    </message>
    <message>
        <source>About GPU Desk</source>
        <translation>Acerca de GPU Desk</translation>
    </message>
    <message>
        <source>Accept all shown problems of this rule for one reason</source>
        <translation>Aceptar por un mismo motivo todos los problemas mostrados de esta regla</translation>
    </message>
    <message>
        <source>Accept the selected problem and write down why</source>
        <translation>Aceptar el problema seleccionado y anotar por qué</translation>
    </message>
    <message>
        <source>Add a column, obstacle, keep-out area, door, route or containment by its numbers</source>
        <translation>Añadir una columna, un obstáculo, una zona prohibida, una puerta, una ruta o un cerramiento por sus números</translation>
    </message>
    <message>
        <source>Add a hall first.</source>
        <translation>Añada antes una sala.</translation>
    </message>
    <message>
        <source>Add a hall to the site</source>
        <translation>Añadir una sala al emplazamiento</translation>
    </message>
    <message>
        <source>Add a rack like the last one to the end of the row; or drag the plus at its end</source>
        <translation>Añade al final de la fila un rack como el último; o arrastre el signo más de su extremo</translation>
    </message>
    <message>
        <source>Add a row to a hall</source>
        <translation>Añadir una fila a una sala</translation>
    </message>
    <message>
        <source>Add a tray above every row of the hall, and trays across them that join the rows</source>
        <translation>Añade una bandeja sobre cada fila de la sala y bandejas transversales que unen las filas</translation>
    </message>
    <message>
        <source>Add an air handler, a CDU, a pump, a chiller, air or a loop</source>
        <translation>Añadir una climatizadora, una CDU, una bomba, una enfriadora, un aire o un circuito</translation>
    </message>
    <message>
        <source>Add floor item…</source>
        <translation>Añadir elemento de la planta…</translation>
    </message>
    <message>
        <source>Add sources, generators, UPS, switches, panels, busways or feeds, hung on the current row</source>
        <translation>Añade acometidas, generadores, SAI, conmutadores, cuadros, canalizaciones o circuitos, colgados de la fila actual</translation>
    </message>
    <message>
        <source>Add to the cooling…</source>
        <translation>Añadir a la refrigeración…</translation>
    </message>
    <message>
        <source>Add to the power…</source>
        <translation>Añadir a la alimentación…</translation>
    </message>
    <message>
        <source>Air at the inlets of racks</source>
        <translation>Aire en las entradas de los racks</translation>
    </message>
    <message>
        <source>Airflow that racks need</source>
        <translation>Caudal de aire que necesitan los racks</translation>
    </message>
    <message>
        <source>All pictures and drawings under this hall: show, hide, choose, take away</source>
        <translation>Todas las imágenes y dibujos bajo esta sala: mostrar, ocultar, elegir, quitar</translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation>Como el escritorio</translation>
    </message>
    <message>
        <source>As-built comparison…</source>
        <translation>Comparación con lo construido…</translation>
    </message>
    <message>
        <source>Auto-place…</source>
        <translation>Colocar automáticamente…</translation>
    </message>
    <message>
        <source>BOM spare parts percent labour minutes accessories</source>
        <translation>Lista de materiales repuestos porcentaje mano de obra minutos accesorios</translation>
    </message>
    <message>
        <source>Begin a cable at the chosen port and end it at the next; from a port in use go where its cable leads</source>
        <translation>Empieza un cable en el puerto elegido y lo termina en el siguiente; desde un puerto en uso va adonde lleva su cable</translation>
    </message>
    <message>
        <source>Begin a row of racks where the pointer is</source>
        <translation>Empezar una fila de racks donde está el puntero</translation>
    </message>
    <message>
        <source>Bill of materials…</source>
        <translation>Lista de materiales…</translation>
    </message>
    <message>
        <source>Bring all nodes and switches into view, gathered where they are too many</source>
        <translation>Mostrar todos los nodos y conmutadores, agrupados donde son demasiados</translation>
    </message>
    <message>
        <source>Bring errors, warnings and notes together</source>
        <translation>Reunir los errores, los avisos y las notas</translation>
    </message>
    <message>
        <source>Bring like problems together: one line says what all of them are</source>
        <translation>Reunir los problemas iguales: una línea dice lo que son todos</translation>
    </message>
    <message>
        <source>Bring the problems of each hall, row and rack together</source>
        <translation>Reunir los problemas de cada sala, fila y rack</translation>
    </message>
    <message>
        <source>Bring the problems of space, weight, names and so on together</source>
        <translation>Reunir los problemas de espacio, peso, nombres y demás</translation>
    </message>
    <message>
        <source>Bring the unit of the selected device into view as large as it goes</source>
        <translation>Mostrar lo más grande posible la unidad del equipo seleccionado</translation>
    </message>
    <message>
        <source>Build a template into a hall of this project, or as a new hall</source>
        <translation>Construir una plantilla en una sala de este proyecto, o como sala nueva</translation>
    </message>
    <message>
        <source>Build phase</source>
        <translation>Fase de obra</translation>
    </message>
    <message>
        <source>Build phase of racks</source>
        <translation>Fase de obra de los racks</translation>
    </message>
    <message>
        <source>Build phases…</source>
        <translation>Fases de obra…</translation>
    </message>
    <message>
        <source>Busiest line against its limit</source>
        <translation>Fase más cargada frente a su límite</translation>
    </message>
    <message>
        <source>Busiest line of racks</source>
        <translation>Fase más cargada de los racks</translation>
    </message>
    <message>
        <source>C&amp;atalog</source>
        <translation>Ca&amp;tálogo</translation>
    </message>
    <message>
        <source>CRAH CDU in-row place stand hall</source>
        <translation>CRAH CDU fila colocar sitio sala suelo</translation>
    </message>
    <message>
        <source>Ca&amp;ble</source>
        <translation>Ca&amp;ble</translation>
    </message>
    <message>
        <source>Cable labels…</source>
        <translation>Etiquetas de cables…</translation>
    </message>
    <message>
        <source>Cable this project…</source>
        <translation>Cablear este proyecto…</translation>
    </message>
    <message>
        <source>Catalog</source>
        <translation>Catálogo</translation>
    </message>
    <message>
        <source>Change cables…</source>
        <translation>Cambiar cables…</translation>
    </message>
    <message>
        <source>Change the facts of a type of your own</source>
        <translation>Cambiar los datos de un tipo propio</translation>
    </message>
    <message>
        <source>Check the whole project</source>
        <translation>Comprobar todo el proyecto</translation>
    </message>
    <message>
        <source>Choose a device in the networks first.</source>
        <translation>Elija antes un equipo en las redes.</translation>
    </message>
    <message>
        <source>Choose a device with ports on both sides in the networks first.</source>
        <translation>Elija antes en las redes un equipo con puertos en ambos lados.</translation>
    </message>
    <message>
        <source>Choose a library in the catalog first.</source>
        <translation>Elija antes una biblioteca en el catálogo.</translation>
    </message>
    <message>
        <source>Choose a part of the power or of the cooling that can fail first.</source>
        <translation>Elija primero una parte de la energía o de la refrigeración que pueda fallar.</translation>
    </message>
    <message>
        <source>Choose a port in the strip of ports first.</source>
        <translation>Elija antes un puerto en la tira de puertos.</translation>
    </message>
    <message>
        <source>Choose a port with a cable in the strip of ports first.</source>
        <translation>Elija antes un puerto con cable en la tira de puertos.</translation>
    </message>
    <message>
        <source>Choose a problem of a cable or of a network first.</source>
        <translation>Elija primero un problema de un cable o de una red.</translation>
    </message>
    <message>
        <source>Choose a row of the cooling that is no hall and no rack first.</source>
        <translation>Elija primero una línea de la refrigeración que no sea sala ni rack.</translation>
    </message>
    <message>
        <source>Choose a row of the cooling that stands somewhere first.</source>
        <translation>Elija primero una línea de la refrigeración que esté en algún lugar.</translation>
    </message>
    <message>
        <source>Choose a row of the power chain first.</source>
        <translation>Elija antes una fila de la cadena de alimentación.</translation>
    </message>
    <message>
        <source>Choose a row of the power chain that stands in a rack, or feeds one, first.</source>
        <translation>Elija antes una fila de la alimentación que esté en un rack o que alimente uno.</translation>
    </message>
    <message>
        <source>Choose a type in the catalog first.</source>
        <translation>Elija antes un tipo en el catálogo.</translation>
    </message>
    <message>
        <source>Choose air units and CDUs for the heat of halls or rows, with spares</source>
        <translation>Elegir climatizadoras y CDU para el calor de salas o filas, con reserva</translation>
    </message>
    <message>
        <source>Choose cables in the table of cables first.</source>
        <translation>Elija antes cables en la tabla de cables.</translation>
    </message>
    <message>
        <source>Choose exactly one cable in the table of cables first.</source>
        <translation>Elija antes un solo cable en la tabla de cables.</translation>
    </message>
    <message>
        <source>Choose exactly one port in the list of cords first.</source>
        <translation>Elija antes un solo puerto de la lista de cables.</translation>
    </message>
    <message>
        <source>Choose in which colours networks and rails are drawn in this project</source>
        <translation>Elegir con qué colores se dibujan redes y carriles en este proyecto</translation>
    </message>
    <message>
        <source>Choose ports with cords in the list of cords first.</source>
        <translation>Elija antes puertos con cable en la lista de cables.</translation>
    </message>
    <message>
        <source>Choose rows of the power chain first.</source>
        <translation>Elija antes filas de la cadena de alimentación.</translation>
    </message>
    <message>
        <source>Choose the air and the loop that cool the selected halls, rows, racks or devices</source>
        <translation>Elegir el aire y el circuito que refrigeran las salas, filas, racks o equipos seleccionados</translation>
    </message>
    <message>
        <source>Choose what cools it…</source>
        <translation>Elegir qué lo refrigera…</translation>
    </message>
    <message>
        <source>Choose what feeds the chosen parts of the power, and what takes over</source>
        <translation>Elige qué alimenta a las partes elegidas y qué toma el relevo</translation>
    </message>
    <message>
        <source>Chosen types as YAML…</source>
        <translation>Tipos elegidos como YAML…</translation>
    </message>
    <message>
        <source>Chosen types as a table…</source>
        <translation>Tipos elegidos como tabla…</translation>
    </message>
    <message>
        <source>Chosen types for NetBox…</source>
        <translation>Tipos elegidos para NetBox…</translation>
    </message>
    <message>
        <source>Click two points of the picture under the plan and say how far they lie apart</source>
        <translation>Haga clic en dos puntos de la imagen bajo el plano y diga a qué distancia están</translation>
    </message>
    <message>
        <source>Close project</source>
        <translation>Cerrar proyecto</translation>
    </message>
    <message>
        <source>Close the file and go to Home</source>
        <translation>Cerrar el archivo e ir a Inicio</translation>
    </message>
    <message>
        <source>Cold aisle containment</source>
        <translation>Cerramiento de pasillo frío</translation>
    </message>
    <message>
        <source>Colour by</source>
        <translation>Color según</translation>
    </message>
    <message>
        <source>Colour devices by how far they have come</source>
        <translation>Colorear los equipos según su estado</translation>
    </message>
    <message>
        <source>Colour devices by the phase they are built in</source>
        <translation>Colorear los equipos según la fase en que se montan</translation>
    </message>
    <message>
        <source>Colour devices by their mass per unit</source>
        <translation>Colorear los equipos según su masa por unidad</translation>
    </message>
    <message>
        <source>Colour devices by their power per unit</source>
        <translation>Colorear los equipos según su potencia por unidad</translation>
    </message>
    <message>
        <source>Colours of networks and rails…</source>
        <translation>Colores de redes y carriles…</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>Columna</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Comparar</translation>
    </message>
    <message>
        <source>Compare no longer</source>
        <translation>Dejar de comparar</translation>
    </message>
    <message>
        <source>Compare the project with something first.</source>
        <translation>Compare antes el proyecto con algo.</translation>
    </message>
    <message>
        <source>Compare two or more types first.</source>
        <translation>Compare antes dos o más tipos.</translation>
    </message>
    <message>
        <source>Compare with what was built…</source>
        <translation>Comparar con lo construido…</translation>
    </message>
    <message>
        <source>Compare with…</source>
        <translation>Comparar con…</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Comparación</translation>
    </message>
    <message>
        <source>Coolant flow that racks need</source>
        <translation>Caudal de líquido que necesitan los racks</translation>
    </message>
    <message>
        <source>Cooling</source>
        <translation>Refrigeración</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
    <message>
        <source>Copy a report about this program</source>
        <translation>Copiar un informe del programa</translation>
    </message>
    <message>
        <source>Copy as my own…</source>
        <translation>Copiar como propio…</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>Copiar como texto</translation>
    </message>
    <message>
        <source>Copy or cut a device first.</source>
        <translation>Primero hay que copiar o cortar un equipo.</translation>
    </message>
    <message>
        <source>Copy the cables as CSV</source>
        <translation>Copiar los cables como CSV</translation>
    </message>
    <message>
        <source>Copy the cables as text</source>
        <translation>Copiar los cables como texto</translation>
    </message>
    <message>
        <source>Copy the chosen cables, or all that are shown, as text parted by commas</source>
        <translation>Copia los cables elegidos, o todos los que se muestran, como texto separado por comas</translation>
    </message>
    <message>
        <source>Copy the chosen cables, to be pasted into a table</source>
        <translation>Copia los cables elegidos para pegarlos en una tabla</translation>
    </message>
    <message>
        <source>Copy the chosen rows with their figures, to be pasted into a table</source>
        <translation>Copia las filas elegidas con sus cifras, para pegarlas en una tabla</translation>
    </message>
    <message>
        <source>Copy the differences</source>
        <translation>Copiar las diferencias</translation>
    </message>
    <message>
        <source>Copy the rows as text</source>
        <translation>Copiar las filas como texto</translation>
    </message>
    <message>
        <source>Copy the selection</source>
        <translation>Copiar la selección</translation>
    </message>
    <message>
        <source>Copy the sheet, the chosen rows or the comparison as text</source>
        <translation>Copiar como texto la ficha, las filas elegidas o la comparación</translation>
    </message>
    <message>
        <source>Copy versions and the last errors, to be sent with a question</source>
        <translation>Copiar versiones y últimos errores, para enviarlos con una consulta</translation>
    </message>
    <message>
        <source>Count the links between each leaf and each spine</source>
        <translation>Contar los enlaces entre cada leaf y cada spine</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>Cortar</translation>
    </message>
    <message>
        <source>Cut sheets…</source>
        <translation>Hojas de cableado…</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Oscuro</translation>
    </message>
    <message>
        <source>Dated remarks about the selected thing; they are never changed</source>
        <translation>Anotaciones con fecha sobre el elemento seleccionado; nunca se modifican</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Eliminar</translation>
    </message>
    <message>
        <source>Delete a type of your own; asks first, because it cannot be undone</source>
        <translation>Eliminar un tipo propio; antes pregunta, porque no se puede deshacer</translation>
    </message>
    <message>
        <source>Delete from the cooling</source>
        <translation>Eliminar de la refrigeración</translation>
    </message>
    <message>
        <source>Delete from the power</source>
        <translation>Eliminar de la alimentación</translation>
    </message>
    <message>
        <source>Delete the chosen parts; what hangs on them goes too or hangs on what fed them</source>
        <translation>Elimina las partes elegidas; lo que cuelga de ellas se va también o cuelga de lo que las alimentaba</translation>
    </message>
    <message>
        <source>Delete the chosen units, air and loops; devices stay where they stand</source>
        <translation>Eliminar las unidades, aires y circuitos elegidos; los equipos se quedan donde están</translation>
    </message>
    <message>
        <source>Delete the selection</source>
        <translation>Eliminar la selección</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Eliminar…</translation>
    </message>
    <message>
        <source>Delivery route</source>
        <translation>Ruta de entrega</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>Diferencias</translation>
    </message>
    <message>
        <source>Do the step again that was undone last</source>
        <translation>Repetir el último paso deshecho</translation>
    </message>
    <message>
        <source>Do what all shown problems of this rule propose, as one step</source>
        <translation>Hacer en un solo paso lo que proponen todos los problemas mostrados de esta regla</translation>
    </message>
    <message>
        <source>Do what the selected problem proposes</source>
        <translation>Hacer lo que propone el problema seleccionado</translation>
    </message>
    <message>
        <source>Door</source>
        <translation>Puerta</translation>
    </message>
    <message>
        <source>Draw</source>
        <translation>Dibujar</translation>
    </message>
    <message>
        <source>Draw a rectangle from wall to wall: it becomes the hall</source>
        <translation>Dibuje un rectángulo de pared a pared: será la sala</translation>
    </message>
    <message>
        <source>Draw areas on which nothing may stand</source>
        <translation>Dibujar zonas en las que no puede haber nada</translation>
    </message>
    <message>
        <source>Draw columns: drag a rectangle, or click corner by corner</source>
        <translation>Dibujar columnas: arrastra un rectángulo o marca esquina por esquina</translation>
    </message>
    <message>
        <source>Draw devices as they look</source>
        <translation>Dibujar los equipos tal como son</translation>
    </message>
    <message>
        <source>Draw nodes, leaf, spine and core switches in tiers with their links</source>
        <translation>Dibujar nodos y conmutadores leaf, spine y core por niveles con sus enlaces</translation>
    </message>
    <message>
        <source>Draw obstacles: drag a rectangle, or click corner by corner</source>
        <translation>Dibujar obstáculos: arrastra un rectángulo o marca esquina por esquina</translation>
    </message>
    <message>
        <source>Draw reservations</source>
        <translation>Dibujar reservas</translation>
    </message>
    <message>
        <source>Draw the containment of a cold aisle</source>
        <translation>Dibujar el cerramiento de un pasillo frío</translation>
    </message>
    <message>
        <source>Draw the containment of a hot aisle</source>
        <translation>Dibujar el cerramiento de un pasillo caliente</translation>
    </message>
    <message>
        <source>Draw the power chain, with the current row in view</source>
        <translation>Dibujar la cadena de alimentación con la fila actual a la vista</translation>
    </message>
    <message>
        <source>Draw the way by which crates come, point by point</source>
        <translation>Dibujar el camino por el que llegan las cajas, punto por punto</translation>
    </message>
    <message>
        <source>Draw trays for cables, point by point; the inspector says what they are</source>
        <translation>Dibuja bandejas de cables punto a punto; el inspector dice cómo son</translation>
    </message>
    <message>
        <source>Driver, firmware and settings that each device role shall have</source>
        <translation>Controlador, firmware y ajustes que debe tener cada función de equipo</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplicar</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>Editar…</translation>
    </message>
    <message>
        <source>Elevations, floor plans and worklists on paper: to a printer or as PDF, SVG or PNG</source>
        <translation>Alzados, planos de planta y listas de montaje en papel: a una impresora o como PDF, SVG o PNG</translation>
    </message>
    <message>
        <source>Equal gaps</source>
        <translation>Huecos iguales</translation>
    </message>
    <message>
        <source>Exclude all like this…</source>
        <translation>Excluir todos los iguales…</translation>
    </message>
    <message>
        <source>Exclude with a reason…</source>
        <translation>Excluir con un motivo…</translation>
    </message>
    <message>
        <source>Excluded ones too</source>
        <translation>También los excluidos</translation>
    </message>
    <message>
        <source>Excluded problems…</source>
        <translation>Problemas excluidos…</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportar</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportar…</translation>
    </message>
    <message>
        <source>F&amp;loor</source>
        <translation>Pla&amp;nta</translation>
    </message>
    <message>
        <source>Fabric</source>
        <translation>Red</translation>
    </message>
    <message>
        <source>Fail this</source>
        <translation>Dejar fallar esto</translation>
    </message>
    <message>
        <source>Fail this too</source>
        <translation>Dejar fallar también esto</translation>
    </message>
    <message>
        <source>Fill racks, a row or a hall from a list of devices by rules</source>
        <translation>Llena racks, una fila o una sala con una lista de equipos según reglas</translation>
    </message>
    <message>
        <source>Fill with a pattern…</source>
        <translation>Rellenar con un patrón…</translation>
    </message>
    <message>
        <source>Find an action, a rack, a device or a part by its name</source>
        <translation>Buscar una orden, un rack, un equipo o una pieza por su nombre</translation>
    </message>
    <message>
        <source>Find anything…</source>
        <translation>Buscar en todo…</translation>
    </message>
    <message>
        <source>Find places for the selected units that have none on the floor, or for all of them</source>
        <translation>Busca sitio para las unidades elegidas que no lo tienen en el suelo, o para todas</translation>
    </message>
    <message>
        <source>Find types by words of their model, vendor, kind or part number</source>
        <translation>Buscar tipos por palabras de su modelo, marca, clase o referencia</translation>
    </message>
    <message>
        <source>Fit in the window</source>
        <translation>Ajustar a la ventana</translation>
    </message>
    <message>
        <source>Flip to the other face</source>
        <translation>Pasar a la otra cara</translation>
    </message>
    <message>
        <source>Floor</source>
        <translation>Planta</translation>
    </message>
    <message>
        <source>Floor load</source>
        <translation>Carga del suelo</translation>
    </message>
    <message>
        <source>Floor plan…</source>
        <translation>Plano de planta…</translation>
    </message>
    <message>
        <source>Fold all</source>
        <translation>Plegar todo</translation>
    </message>
    <message>
        <source>Fold all groups</source>
        <translation>Plegar todos los grupos</translation>
    </message>
    <message>
        <source>Fold the banks</source>
        <translation>Plegar los bancos</translation>
    </message>
    <message>
        <source>Fold the catalog to the edge</source>
        <translation>Plegar el catálogo al borde</translation>
    </message>
    <message>
        <source>Forget the chosen library; asks first</source>
        <translation>Quitar la biblioteca elegida; antes pregunta</translation>
    </message>
    <message>
        <source>Front</source>
        <translation>Frontal</translation>
    </message>
    <message>
        <source>Front and rear</source>
        <translation>Frontal y trasera</translation>
    </message>
    <message>
        <source>Front and rear of the selected racks, or of all, to scale on paper</source>
        <translation>Frente y parte trasera de los racks seleccionados, o de todos, a escala en papel</translation>
    </message>
    <message>
        <source>Fronts in line</source>
        <translation>Frentes alineados</translation>
    </message>
    <message>
        <source>Give the PDUs of the selected racks, or of all, feeds, and every supply a cord</source>
        <translation>Da circuitos a las PDU de los racks seleccionados, o de todos, y un cable a cada fuente</translation>
    </message>
    <message>
        <source>Give the present state a name to come back to; edits are kept anyway</source>
        <translation>Dar nombre al estado actual para poder volver a él; los cambios se guardan siempre</translation>
    </message>
    <message>
        <source>Give the selected thing another name</source>
        <translation>Dar otro nombre al elemento seleccionado</translation>
    </message>
    <message>
        <source>Go to a drawing first.</source>
        <translation>Primero hay que ir a un dibujo.</translation>
    </message>
    <message>
        <source>Go to a drawing or to the power first.</source>
        <translation>Vaya antes a un dibujo o a la alimentación.</translation>
    </message>
    <message>
        <source>Go to sizing: which GPUs serve a model as asked, with memory and times and what they rest on</source>
        <translation>Ir al dimensionado: qué GPU sirven un modelo como se pide, con memoria y tiempos y en qué se basan</translation>
    </message>
    <message>
        <source>Go to the catalog first.</source>
        <translation>Vaya antes al catálogo.</translation>
    </message>
    <message>
        <source>Go to the device to which the cable in the chosen port leads</source>
        <translation>Va al equipo al que lleva el cable del puerto elegido</translation>
    </message>
    <message>
        <source>Go to the difference before</source>
        <translation>Ir a la diferencia anterior</translation>
    </message>
    <message>
        <source>Go to the fabric first.</source>
        <translation>Vaya primero a la red.</translation>
    </message>
    <message>
        <source>Go to the floor and see lit how the chosen cables run, and the racks where they end</source>
        <translation>Ir a la planta y ver iluminado cómo van los cables elegidos, y los racks donde terminan</translation>
    </message>
    <message>
        <source>Go to the floor first.</source>
        <translation>Vaya primero a la planta.</translation>
    </message>
    <message>
        <source>Go to the halls from above: rows, aisles and racks true to scale</source>
        <translation>Ir a las salas vistas desde arriba: filas, pasillos y racks a escala</translation>
    </message>
    <message>
        <source>Go to the networks of a project that has cables first.</source>
        <translation>Vaya antes a las redes de un proyecto que tenga cables.</translation>
    </message>
    <message>
        <source>Go to the networks: nodes, leaf, spine and core switches, their ports and every cable</source>
        <translation>Ir a las redes: nodos, conmutadores leaf, spine y core, sus puertos y cada cable</translation>
    </message>
    <message>
        <source>Go to the next difference of the comparison</source>
        <translation>Ir a la diferencia siguiente de la comparación</translation>
    </message>
    <message>
        <source>Go to the next problem and select what it speaks of</source>
        <translation>Ir al problema siguiente y seleccionar los elementos afectados</translation>
    </message>
    <message>
        <source>Go to the one-line diagram of the power</source>
        <translation>Ir al esquema unifilar de la alimentación</translation>
    </message>
    <message>
        <source>Go to the power first.</source>
        <translation>Vaya antes a la alimentación.</translation>
    </message>
    <message>
        <source>Go to the problem before</source>
        <translation>Ir al problema anterior</translation>
    </message>
    <message>
        <source>Go to the rack in which the current row of the power chain stands, or which it feeds</source>
        <translation>Va al rack en el que está la fila actual de la alimentación, o al que alimenta</translation>
    </message>
    <message>
        <source>Go to the rack in which the selected device stands</source>
        <translation>Ir al rack donde está el equipo seleccionado</translation>
    </message>
    <message>
        <source>Go to the rack or the device of the current row of the cooling</source>
        <translation>Ir al rack o equipo de la línea actual de la refrigeración</translation>
    </message>
    <message>
        <source>Go to the racks and what stands in them</source>
        <translation>Ir a los racks y a lo que contienen</translation>
    </message>
    <message>
        <source>Go to the racks first.</source>
        <translation>Vaya primero a los racks.</translation>
    </message>
    <message>
        <source>Go to the racks with the chosen type in hand</source>
        <translation>Ir a los racks con el tipo elegido en la mano</translation>
    </message>
    <message>
        <source>Go to the start page</source>
        <translation>Ir a la página de inicio</translation>
    </message>
    <message>
        <source>Go to what can be bought: every fact with its source, compared side by side</source>
        <translation>Ir a lo que se puede comprar: cada dato con su fuente, comparado lado a lado</translation>
    </message>
    <message>
        <source>Go to what feeds what, from the sources to the banks, what cools what, and what each failure does</source>
        <translation>Va a lo que alimenta a cada cosa, de las acometidas a los bancos, a lo que la refrigera y a lo que hace cada fallo</translation>
    </message>
    <message>
        <source>Go to where the cable begins</source>
        <translation>Ir adonde empieza el cable</translation>
    </message>
    <message>
        <source>Go to where the cable ends</source>
        <translation>Ir adonde termina el cable</translation>
    </message>
    <message>
        <source>Group problems by</source>
        <translation>Agrupar los problemas por</translation>
    </message>
    <message>
        <source>Hall summary…</source>
        <translation>Resumen de sala…</translation>
    </message>
    <message>
        <source>Hall&apos;s size by numbers…</source>
        <translation>Tamaño de la sala con números…</translation>
    </message>
    <message>
        <source>Hall&apos;s size from the drawing</source>
        <translation>Tamaño de la sala según el dibujo</translation>
    </message>
    <message>
        <source>Hall, row and rack</source>
        <translation>Sala, fila y rack</translation>
    </message>
    <message>
        <source>Hand over…</source>
        <translation>Entregar…</translation>
    </message>
    <message>
        <source>Hang on…</source>
        <translation>Colgar de…</translation>
    </message>
    <message>
        <source>Hang rear doors</source>
        <translation>Colgar puertas traseras</translation>
    </message>
    <message>
        <source>Hang rear doors that take their heat on the selected racks, or those of selected rows and halls</source>
        <translation>Colgar puertas traseras que retiren su calor en los racks seleccionados o en los de filas y salas seleccionadas</translation>
    </message>
    <message>
        <source>Hang trays above the rows</source>
        <translation>Colgar bandejas sobre las filas</translation>
    </message>
    <message>
        <source>Hardware</source>
        <translation>Hardware</translation>
    </message>
    <message>
        <source>Hide or show it</source>
        <translation>Ocultar o mostrar</translation>
    </message>
    <message>
        <source>Hide the cables about which the checks say nothing</source>
        <translation>Oculta los cables de los que las comprobaciones no dicen nada</translation>
    </message>
    <message>
        <source>Hide what lies under the plan, or show it again</source>
        <translation>Ocultar lo que hay bajo el plano o volver a mostrarlo</translation>
    </message>
    <message>
        <source>High contrast</source>
        <translation>Alto contraste</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Historial</translation>
    </message>
    <message>
        <source>Hold the planned InfiniBand links against what ibnetdiscover saw, and see what to do</source>
        <translation>Contrastar los enlaces InfiniBand planificados con lo que vio ibnetdiscover y ver qué hacer</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>Inicio</translation>
    </message>
    <message>
        <source>Hot aisle containment</source>
        <translation>Cerramiento de pasillo caliente</translation>
    </message>
    <message>
        <source>Imperial: in, lb, °F</source>
        <translation>Imperiales: in, lb, °F</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importar</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importar…</translation>
    </message>
    <message>
        <source>Insert a template…</source>
        <translation>Insertar una plantilla…</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>Inspector</translation>
    </message>
    <message>
        <source>Join the halls by ducts</source>
        <translation>Unir las salas con canalizaciones</translation>
    </message>
    <message>
        <source>Journal of the selection…</source>
        <translation>Diario de la selección…</translation>
    </message>
    <message>
        <source>Judge everything anew; edits are checked as they are made anyway</source>
        <translation>Evaluarlo todo de nuevo; los cambios ya se comprueban al hacerlos</translation>
    </message>
    <message>
        <source>Judgement</source>
        <translation>Juicio</translation>
    </message>
    <message>
        <source>Keep a version…</source>
        <translation>Conservar una versión…</translation>
    </message>
    <message>
        <source>Keep cables as they are</source>
        <translation>Conservar los cables como están</translation>
    </message>
    <message>
        <source>Keep the ports of this device above those of the next one, to drag cables between them</source>
        <translation>Mantiene los puertos de este equipo sobre los del siguiente, para arrastrar cables entre ellos</translation>
    </message>
    <message>
        <source>Keep the selection, a hall or all of it, to begin with or to insert again</source>
        <translation>Guardar la selección, una sala o todo, para empezar con ello o insertarlo de nuevo</translation>
    </message>
    <message>
        <source>Keep these ports in sight</source>
        <translation>Mantener a la vista estos puertos</translation>
    </message>
    <message>
        <source>Keep units of a rack free for a reason</source>
        <translation>Mantener libres unidades de un rack por un motivo</translation>
    </message>
    <message>
        <source>Keep-out area</source>
        <translation>Zona prohibida</translation>
    </message>
    <message>
        <source>Keys and actions</source>
        <translation>Teclas y órdenes</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Clase</translation>
    </message>
    <message>
        <source>Labels with QR codes for both ends of the cables: sheets, a list, or for a label printer</source>
        <translation>Etiquetas con códigos QR para ambos extremos de los cables: hojas, una lista o para una impresora de etiquetas</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Idioma</translation>
    </message>
    <message>
        <source>Language of the desktop</source>
        <translation>Idioma del escritorio</translation>
    </message>
    <message>
        <source>Lay a cable from this port, or end one here</source>
        <translation>Tender un cable desde este puerto, o terminarlo aquí</translation>
    </message>
    <message>
        <source>Lay a picture or drawing under the plan first.</source>
        <translation>Ponga antes una imagen o un dibujo bajo el plano.</translation>
    </message>
    <message>
        <source>Lay a picture or drawing under the plan…</source>
        <translation>Poner una imagen o un dibujo bajo el plano…</translation>
    </message>
    <message>
        <source>Lay every link of the networks, after a look at what would come, go and stay</source>
        <translation>Tender todos los enlaces de las redes, tras ver qué vendría, qué se iría y qué se quedaría</translation>
    </message>
    <message>
        <source>Lay the project on room air, on rear doors and on direct liquid side by side: heat, flows, units, PUE</source>
        <translation>Comparar el proyecto con aire de sala, con puertas traseras y con líquido directo: calor, caudales, unidades, PUE</translation>
    </message>
    <message>
        <source>Lead a cord from the chosen outlet to a supply, or to the chosen supply from elsewhere</source>
        <translation>Lleva un cable de la toma elegida a una fuente, o a la fuente elegida desde otro sitio</translation>
    </message>
    <message>
        <source>Lead a duct of 50 m between the trays of each two halls; the inspector takes its true length</source>
        <translation>Lleva una canalización de 50 m entre las bandejas de cada dos salas; su longitud real se indica en el inspector</translation>
    </message>
    <message>
        <source>Lead links over panels…</source>
        <translation>Llevar enlaces por paneles…</translation>
    </message>
    <message>
        <source>Leave the program</source>
        <translation>Salir del programa</translation>
    </message>
    <message>
        <source>Leave the room of the catalog to the drawing, or unfold it again</source>
        <translation>Ceder el sitio del catálogo al dibujo, o volver a desplegarlo</translation>
    </message>
    <message>
        <source>Left sides in line</source>
        <translation>Lados izquierdos alineados</translation>
    </message>
    <message>
        <source>Lengthen the row by a rack</source>
        <translation>Alargar la fila con un rack</translation>
    </message>
    <message>
        <source>Let every part of the power and of the cooling fail by itself, and list what each takes down</source>
        <translation>Deja fallar por sí sola cada parte de la energía y de la refrigeración y enumera lo que derriba cada una</translation>
    </message>
    <message>
        <source>Let everything fail</source>
        <translation>Dejar fallar todo</translation>
    </message>
    <message>
        <source>Let everything fail in the power first.</source>
        <translation>Deje antes fallar todo en la alimentación.</translation>
    </message>
    <message>
        <source>Let selected CDUs, air handlers and row coolers cool the hall or the rack in which they stand</source>
        <translation>Hacer que las CDU, climatizadoras y unidades de fila seleccionadas refrigeren la sala o el rack en que están</translation>
    </message>
    <message>
        <source>Let something fail first.</source>
        <translation>Deje fallar algo antes.</translation>
    </message>
    <message>
        <source>Let the chosen parts fail with those that do already, or no longer</source>
        <translation>Dejar que las partes elegidas fallen junto con las que ya fallan, o que dejen de fallar</translation>
    </message>
    <message>
        <source>Let the racks of the row face its other side, each in its place</source>
        <translation>Hacer que los racks de la fila miren al otro lado, cada uno en su sitio</translation>
    </message>
    <message>
        <source>Let the selected rectangle have corners that are dragged one by one</source>
        <translation>Dar al rectángulo seleccionado esquinas que se arrastran una a una</translation>
    </message>
    <message>
        <source>Let two selected devices change places</source>
        <translation>Intercambiar el sitio de dos equipos seleccionados</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Claro</translation>
    </message>
    <message>
        <source>Line the selection up with what was selected first, seen from its front</source>
        <translation>Alinear la selección con lo que se seleccionó primero, visto desde su frente</translation>
    </message>
    <message>
        <source>Line up</source>
        <translation>Alinear</translation>
    </message>
    <message>
        <source>List every action with its keys</source>
        <translation>Todas las órdenes con sus teclas</translation>
    </message>
    <message>
        <source>List every port, module, cable and panel of the link in which the chosen cable lies</source>
        <translation>Enumera todos los puertos, módulos, cables y paneles del enlace en que está el cable elegido</translation>
    </message>
    <message>
        <source>List what has to be bought and done: devices, cords, accessories, spares, prices, hours</source>
        <translation>Listar lo que hay que comprar y hacer: equipos, cables, accesorios, repuestos, precios, horas</translation>
    </message>
    <message>
        <source>Make a project of four halls with 12,500 systems, to see how it is to work at that size</source>
        <translation>Hacer un proyecto de cuatro salas con 12 500 sistemas, para ver cómo se trabaja a ese tamaño</translation>
    </message>
    <message>
        <source>Make a type of your own from nothing</source>
        <translation>Crear un tipo propio desde cero</translation>
    </message>
    <message>
        <source>Make a type of your own that starts as a copy of the chosen one</source>
        <translation>Crear un tipo propio que empieza como copia del elegido</translation>
    </message>
    <message>
        <source>Make it an outline</source>
        <translation>Convertir en contorno</translation>
    </message>
    <message>
        <source>Make part of the cooling</source>
        <translation>Incorporar a la refrigeración</translation>
    </message>
    <message>
        <source>Make the gaps between the selected racks equal; the outermost stay</source>
        <translation>Igualar los huecos entre los racks seleccionados; los de los extremos se quedan</translation>
    </message>
    <message>
        <source>Map in the corner</source>
        <translation>Mapa en la esquina</translation>
    </message>
    <message>
        <source>Margin of what cools racks</source>
        <translation>Margen de lo que refrigera los racks</translation>
    </message>
    <message>
        <source>Mark the chosen cables as chosen by hand, so that cabling the project leaves them alone</source>
        <translation>Marca los cables elegidos como elegidos a mano, para que cablear el proyecto no los toque</translation>
    </message>
    <message>
        <source>Mark the selected devices or racks to be moved by Paste</source>
        <translation>Marca los equipos o racks seleccionados para moverlos con Pegar</translation>
    </message>
    <message>
        <source>Mass</source>
        <translation>Masa</translation>
    </message>
    <message>
        <source>Mass of racks</source>
        <translation>Masa de los racks</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>Matriz</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Medir</translation>
    </message>
    <message>
        <source>Mend</source>
        <translation>Corregir</translation>
    </message>
    <message>
        <source>Mend all like this</source>
        <translation>Corregir todos los iguales</translation>
    </message>
    <message>
        <source>Metric: mm, kg, °C</source>
        <translation>Métricas: mm, kg, °C</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>Mover</translation>
    </message>
    <message>
        <source>Move down one unit</source>
        <translation>Bajar una unidad</translation>
    </message>
    <message>
        <source>Move the selected devices to the next place above where they fit</source>
        <translation>Llevar los equipos seleccionados al siguiente hueco de arriba donde caben</translation>
    </message>
    <message>
        <source>Move the selected devices to the next place below where they fit</source>
        <translation>Llevar los equipos seleccionados al siguiente hueco de abajo donde caben</translation>
    </message>
    <message>
        <source>Move the selected devices to the same units of the rack on the left</source>
        <translation>Llevar los equipos seleccionados a las mismas unidades del rack de la izquierda</translation>
    </message>
    <message>
        <source>Move the selected devices to the same units of the rack on the right</source>
        <translation>Llevar los equipos seleccionados a las mismas unidades del rack de la derecha</translation>
    </message>
    <message>
        <source>Move the selection by 10 mm</source>
        <translation>Mover la selección 10 mm</translation>
    </message>
    <message>
        <source>Move the selection by one tile</source>
        <translation>Mover la selección una baldosa</translation>
    </message>
    <message>
        <source>Move to the next rack</source>
        <translation>Mover al rack siguiente</translation>
    </message>
    <message>
        <source>Move to the previous rack</source>
        <translation>Mover al rack anterior</translation>
    </message>
    <message>
        <source>Move up one unit</source>
        <translation>Subir una unidad</translation>
    </message>
    <message>
        <source>Move what lies under the plan</source>
        <translation>Mover lo que hay bajo el plano</translation>
    </message>
    <message>
        <source>Name racks by pattern…</source>
        <translation>Nombrar racks por patrón…</translation>
    </message>
    <message>
        <source>Name the phases in which the site is built</source>
        <translation>Dar nombre a las fases en que se monta el emplazamiento</translation>
    </message>
    <message>
        <source>Name the racks of the hall, or of the selected rows, after where they stand</source>
        <translation>Nombrar los racks de la sala, o de las filas seleccionadas, según su posición</translation>
    </message>
    <message>
        <source>NetBox library from a ZIP or YAML file…</source>
        <translation>Biblioteca de NetBox desde un archivo ZIP o YAML…</translation>
    </message>
    <message>
        <source>NetBox library from a folder…</source>
        <translation>Biblioteca de NetBox desde una carpeta…</translation>
    </message>
    <message>
        <source>Networks…</source>
        <translation>Redes…</translation>
    </message>
    <message>
        <source>New hall…</source>
        <translation>Nueva sala…</translation>
    </message>
    <message>
        <source>New project…</source>
        <translation>Nuevo proyecto…</translation>
    </message>
    <message>
        <source>New racks here…</source>
        <translation>Racks nuevos aquí…</translation>
    </message>
    <message>
        <source>New rack…</source>
        <translation>Nuevo rack…</translation>
    </message>
    <message>
        <source>New row here…</source>
        <translation>Fila nueva aquí…</translation>
    </message>
    <message>
        <source>New row…</source>
        <translation>Nueva fila…</translation>
    </message>
    <message>
        <source>New type…</source>
        <translation>Tipo nuevo…</translation>
    </message>
    <message>
        <source>Next difference</source>
        <translation>Diferencia siguiente</translation>
    </message>
    <message>
        <source>Next failure</source>
        <translation>Fallo siguiente</translation>
    </message>
    <message>
        <source>Next floor item</source>
        <translation>Elemento de la planta siguiente</translation>
    </message>
    <message>
        <source>Next part of the window</source>
        <translation>Siguiente parte de la ventana</translation>
    </message>
    <message>
        <source>Next problem</source>
        <translation>Problema siguiente</translation>
    </message>
    <message>
        <source>Next way for cables</source>
        <translation>Vía de cables siguiente</translation>
    </message>
    <message>
        <source>Nothing: one list</source>
        <translation>Nada: una sola lista</translation>
    </message>
    <message>
        <source>Obstacle</source>
        <translation>Obstáculo</translation>
    </message>
    <message>
        <source>One tile down</source>
        <translation>Una baldosa abajo</translation>
    </message>
    <message>
        <source>One tile left</source>
        <translation>Una baldosa a la izquierda</translation>
    </message>
    <message>
        <source>One tile right</source>
        <translation>Una baldosa a la derecha</translation>
    </message>
    <message>
        <source>One tile up</source>
        <translation>Una baldosa arriba</translation>
    </message>
    <message>
        <source>One-line diagram</source>
        <translation>Esquema unifilar</translation>
    </message>
    <message>
        <source>Only cables of the selection</source>
        <translation>Solo los cables de la selección</translation>
    </message>
    <message>
        <source>Only cables of this device</source>
        <translation>Solo los cables de este equipo</translation>
    </message>
    <message>
        <source>Only cables of this type</source>
        <translation>Solo los cables de este tipo</translation>
    </message>
    <message>
        <source>Only cables with problems</source>
        <translation>Solo los cables con problemas</translation>
    </message>
    <message>
        <source>Only excluded ones</source>
        <translation>Solo los excluidos</translation>
    </message>
    <message>
        <source>Only this hall</source>
        <translation>Solo esta sala</translation>
    </message>
    <message>
        <source>Only this rack</source>
        <translation>Solo este rack</translation>
    </message>
    <message>
        <source>Only this row</source>
        <translation>Solo esta fila</translation>
    </message>
    <message>
        <source>Only this rule</source>
        <translation>Solo esta regla</translation>
    </message>
    <message>
        <source>Only types of your own can be changed; copy this one first.</source>
        <translation>Solo se pueden cambiar los tipos propios; copie este antes.</translation>
    </message>
    <message>
        <source>Only what is selected</source>
        <translation>Solo lo seleccionado</translation>
    </message>
    <message>
        <source>Open a copy of the project that comes with the program</source>
        <translation>Abrir una copia del proyecto que viene con el programa</translation>
    </message>
    <message>
        <source>Open a project file</source>
        <translation>Abrir un archivo de proyecto</translation>
    </message>
    <message>
        <source>Open a project first.</source>
        <translation>Primero hay que abrir un proyecto.</translation>
    </message>
    <message>
        <source>Open a site of 100,000 GPUs</source>
        <translation>Abrir una sede de 100 000 GPU</translation>
    </message>
    <message>
        <source>Open all</source>
        <translation>Abrir todo</translation>
    </message>
    <message>
        <source>Open recent</source>
        <translation>Abrir reciente</translation>
    </message>
    <message>
        <source>Open the sample project</source>
        <translation>Abrir el proyecto de ejemplo</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Abrir…</translation>
    </message>
    <message>
        <source>Oversubscription of each tier, bisection, and what each loss takes</source>
        <translation>Sobresuscripción de cada nivel, bisección y lo que quita cada pérdida</translation>
    </message>
    <message>
        <source>P&amp;roject</source>
        <translation>P&amp;royecto</translation>
    </message>
    <message>
        <source>PDU bank feed where</source>
        <translation>PDU banco circuito dónde</translation>
    </message>
    <message>
        <source>Paint racks by</source>
        <translation>Colorear racks por</translation>
    </message>
    <message>
        <source>Paint the racks on the floor by this property</source>
        <translation>Colorear los racks de la planta por esta propiedad</translation>
    </message>
    <message>
        <source>Panels</source>
        <translation>Paneles</translation>
    </message>
    <message>
        <source>Panels, feeds and every outlet of every PDU on paper, with loads, breakers, cords and what is spare</source>
        <translation>Cuadros, circuitos y cada salida de cada PDU en papel, con cargas, interruptores, cables y lo que sobra</translation>
    </message>
    <message>
        <source>Parts come inside other things; they are not placed by themselves.</source>
        <translation>Las piezas van dentro de otras cosas; no se colocan solas.</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Pegar</translation>
    </message>
    <message>
        <source>Place a copy in the next free units above, a rack or row beside itself</source>
        <translation>Coloca una copia en las siguientes unidades libres de arriba; de un rack o una fila, a su lado</translation>
    </message>
    <message>
        <source>Place in the racks</source>
        <translation>Colocar en los racks</translation>
    </message>
    <message>
        <source>Place what was cut or copied: into the lowest free units, or on the floor at the pointer</source>
        <translation>Coloca lo cortado o copiado: en las unidades libres más bajas o, en la planta, donde está el puntero</translation>
    </message>
    <message>
        <source>Plan the networks</source>
        <translation>Planificar las redes</translation>
    </message>
    <message>
        <source>Plan the networks that systems and switches are made for, beside those that are there</source>
        <translation>Planificar las redes para las que están hechos los sistemas y conmutadores, junto a las que ya hay</translation>
    </message>
    <message>
        <source>Plug in…</source>
        <translation>Enchufar…</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Potencia</translation>
    </message>
    <message>
        <source>Power and cooling</source>
        <translation>Energía y refrigeración</translation>
    </message>
    <message>
        <source>Power chain</source>
        <translation>Cadena de alimentación</translation>
    </message>
    <message>
        <source>Power schedule…</source>
        <translation>Tabla de alimentación…</translation>
    </message>
    <message>
        <source>Previous difference</source>
        <translation>Diferencia anterior</translation>
    </message>
    <message>
        <source>Previous failure</source>
        <translation>Fallo anterior</translation>
    </message>
    <message>
        <source>Previous floor item</source>
        <translation>Elemento de la planta anterior</translation>
    </message>
    <message>
        <source>Previous part of the window</source>
        <translation>Anterior parte de la ventana</translation>
    </message>
    <message>
        <source>Previous problem</source>
        <translation>Problema anterior</translation>
    </message>
    <message>
        <source>Previous way for cables</source>
        <translation>Vía de cables anterior</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Problemas</translation>
    </message>
    <message>
        <source>Problems of racks</source>
        <translation>Problemas de los racks</translation>
    </message>
    <message>
        <source>Project summary…</source>
        <translation>Resumen del proyecto…</translation>
    </message>
    <message>
        <source>Propose cooling…</source>
        <translation>Proponer refrigeración…</translation>
    </message>
    <message>
        <source>Pull cables out</source>
        <translation>Retirar cables</translation>
    </message>
    <message>
        <source>Pull the cable of this port out</source>
        <translation>Retirar el cable de este puerto</translation>
    </message>
    <message>
        <source>Pull the cords of the chosen ports out</source>
        <translation>Quita los cables de los puertos elegidos</translation>
    </message>
    <message>
        <source>Pull the cords of the selected racks out and lay them again, with the lines balanced</source>
        <translation>Quita los cables de los racks seleccionados y los tiende de nuevo, con las fases equilibradas</translation>
    </message>
    <message>
        <source>Pull the cords out</source>
        <translation>Quitar los cables</translation>
    </message>
    <message>
        <source>Put a rack at the end of a row</source>
        <translation>Poner un rack al final de una fila</translation>
    </message>
    <message>
        <source>Put cooling units on the floor</source>
        <translation>Poner unidades de refrigeración en el suelo</translation>
    </message>
    <message>
        <source>Put copies of the selection side by side or at a pitch, with what is in them</source>
        <translation>Poner copias de la selección una junto a otra o a cierta distancia, con lo que contienen</translation>
    </message>
    <message>
        <source>Put doors into the walls of the hall: click, or drag along the wall for the width</source>
        <translation>Poner puertas en las paredes de la sala: haz clic, o arrastra a lo largo de la pared para el ancho</translation>
    </message>
    <message>
        <source>Put racks where the pointer is</source>
        <translation>Poner racks donde está el puntero</translation>
    </message>
    <message>
        <source>Put systems and switches into the racks first.</source>
        <translation>Ponga antes sistemas y conmutadores en los racks.</translation>
    </message>
    <message>
        <source>Put the chosen types side by side</source>
        <translation>Poner los tipos elegidos lado a lado</translation>
    </message>
    <message>
        <source>Put the keyboard focus into the next part of the window</source>
        <translation>Llevar el teclado a la siguiente parte de la ventana</translation>
    </message>
    <message>
        <source>Put the keyboard focus into the part before</source>
        <translation>Llevar el teclado a la parte anterior</translation>
    </message>
    <message>
        <source>Put the selected racks at the end of another row</source>
        <translation>Poner los racks seleccionados al final de otra fila</translation>
    </message>
    <message>
        <source>Put the selection into another hall, as near to its place as it fits</source>
        <translation>Poner la selección en otra sala, tan cerca de su sitio como quepa</translation>
    </message>
    <message>
        <source>Put the shown differences on the clipboard, as a table</source>
        <translation>Poner en el portapapeles las diferencias que se ven, como tabla</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Salir</translation>
    </message>
    <message>
        <source>RDHx rear door heat exchanger</source>
        <translation>RDHx puerta trasera intercambiador de calor</translation>
    </message>
    <message>
        <source>Rack</source>
        <translation>Rack</translation>
    </message>
    <message>
        <source>Rack elevations…</source>
        <translation>Alzados de racks…</translation>
    </message>
    <message>
        <source>Rack power</source>
        <translation>Potencia del rack</translation>
    </message>
    <message>
        <source>Rack type</source>
        <translation>Tipo de rack</translation>
    </message>
    <message>
        <source>Rack worklist…</source>
        <translation>Lista de montaje…</translation>
    </message>
    <message>
        <source>Racks, power by row, cooling, weight, floor and problems of the hall on paper</source>
        <translation>Racks, potencia por fila, refrigeración, peso, suelo y problemas de la sala en papel</translation>
    </message>
    <message>
        <source>Read a ZIP archive or one file of NetBox types</source>
        <translation>Leer un archivo ZIP o un solo archivo de tipos de NetBox</translation>
    </message>
    <message>
        <source>Read a folder of NetBox device, module and rack types</source>
        <translation>Leer una carpeta con tipos de dispositivos, módulos y racks de NetBox</translation>
    </message>
    <message>
        <source>Rear</source>
        <translation>Trasera</translation>
    </message>
    <message>
        <source>Rears in line</source>
        <translation>Traseras alineadas</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Rehacer</translation>
    </message>
    <message>
        <source>Remove the library…</source>
        <translation>Quitar la biblioteca…</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Cambiar nombre</translation>
    </message>
    <message>
        <source>Repeat along the row…</source>
        <translation>Repetir a lo largo de la fila…</translation>
    </message>
    <message>
        <source>Repeat the selected devices up the rack and along the row</source>
        <translation>Repetir los equipos seleccionados rack arriba y a lo largo de la fila</translation>
    </message>
    <message>
        <source>Reports</source>
        <translation>Informes</translation>
    </message>
    <message>
        <source>Reserve units…</source>
        <translation>Reservar unidades…</translation>
    </message>
    <message>
        <source>Right sides in line</source>
        <translation>Lados derechos alineados</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regla</translation>
    </message>
    <message>
        <source>Rules and severities…</source>
        <translation>Reglas y gravedades…</translation>
    </message>
    <message>
        <source>Rules of the bill…</source>
        <translation>Reglas de la lista de materiales…</translation>
    </message>
    <message>
        <source>Run fibre between racks over panels, cassettes and trunks, after a look at what comes</source>
        <translation>Llevar la fibra entre racks por paneles, casetes y troncales, tras ver qué llega</translation>
    </message>
    <message>
        <source>Save a copy…</source>
        <translation>Guardar una copia…</translation>
    </message>
    <message>
        <source>Save as template…</source>
        <translation>Guardar como plantilla…</translation>
    </message>
    <message>
        <source>Save the diagram as a picture…</source>
        <translation>Guardar el esquema como imagen…</translation>
    </message>
    <message>
        <source>Save the drawing of the network…</source>
        <translation>Guardar el dibujo de la red…</translation>
    </message>
    <message>
        <source>Save the floor as a picture…</source>
        <translation>Guardar la planta como imagen…</translation>
    </message>
    <message>
        <source>Say how far the selected things have come, from planned to in use</source>
        <translation>Indicar en qué punto están los elementos seleccionados, de planificado a en servicio</translation>
    </message>
    <message>
        <source>Say in which phase the selected things are built</source>
        <translation>Indicar en qué fase se montan los elementos seleccionados</translation>
    </message>
    <message>
        <source>Scale by numbers…</source>
        <translation>Escalar con números…</translation>
    </message>
    <message>
        <source>Scale by two points</source>
        <translation>Escalar con dos puntos</translation>
    </message>
    <message>
        <source>Search the cables</source>
        <translation>Buscar en los cables</translation>
    </message>
    <message>
        <source>Search the catalog</source>
        <translation>Buscar en el catálogo</translation>
    </message>
    <message>
        <source>Search the problems</source>
        <translation>Buscar en los problemas</translation>
    </message>
    <message>
        <source>See and change what networks are made of: rates, units, tiers, uplinks, and what hangs beside</source>
        <translation>Ver y cambiar de qué constan las redes: velocidades, unidades, niveles, subidas y lo que cuelga al lado</translation>
    </message>
    <message>
        <source>Select a problem first.</source>
        <translation>Primero hay que seleccionar un problema.</translation>
    </message>
    <message>
        <source>Select a rack first.</source>
        <translation>Primero hay que seleccionar un rack.</translation>
    </message>
    <message>
        <source>Select a rack, a row or a device on the floor first.</source>
        <translation>Seleccione antes un rack, una fila o un equipo de la planta.</translation>
    </message>
    <message>
        <source>Select a rack, a row, a device or a floor item first.</source>
        <translation>Selecciona antes un rack, una fila, un equipo o un elemento de la planta.</translation>
    </message>
    <message>
        <source>Select a rack, something in it or a problem of it first.</source>
        <translation>Primero hay que seleccionar un rack, algo que contenga o uno de sus problemas.</translation>
    </message>
    <message>
        <source>Select a row, a rack that stands in one or a problem of it first.</source>
        <translation>Primero hay que seleccionar una fila, un rack de ella o uno de sus problemas.</translation>
    </message>
    <message>
        <source>Select a row, or a rack that stands in one, first.</source>
        <translation>Seleccione antes una fila o un rack que esté en una.</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Seleccionar todo</translation>
    </message>
    <message>
        <source>Select and move</source>
        <translation>Seleccionar y mover</translation>
    </message>
    <message>
        <source>Select and move on the floor</source>
        <translation>Seleccionar y mover en la planta</translation>
    </message>
    <message>
        <source>Select cables first, no more than 500.</source>
        <translation>Seleccione antes cables, no más de 500.</translation>
    </message>
    <message>
        <source>Select devices, or racks on the floor, first.</source>
        <translation>Seleccione antes equipos, o racks en la planta.</translation>
    </message>
    <message>
        <source>Select every device that is shown</source>
        <translation>Seleccionar todos los equipos visibles</translation>
    </message>
    <message>
        <source>Select exactly one cable first.</source>
        <translation>Seleccione antes exactamente un cable.</translation>
    </message>
    <message>
        <source>Select exactly one rectangle, such as an obstacle, first.</source>
        <translation>Selecciona antes un solo rectángulo, como un obstáculo.</translation>
    </message>
    <message>
        <source>Select exactly one thing first.</source>
        <translation>Primero hay que seleccionar un solo elemento.</translation>
    </message>
    <message>
        <source>Select exactly two devices first.</source>
        <translation>Primero hay que seleccionar dos equipos, ni más ni menos.</translation>
    </message>
    <message>
        <source>Select halls, rows, racks or devices first.</source>
        <translation>Seleccione primero salas, filas, racks o equipos.</translation>
    </message>
    <message>
        <source>Select one or more devices first.</source>
        <translation>Primero hay que seleccionar uno o más equipos.</translation>
    </message>
    <message>
        <source>Select something in the drawing first.</source>
        <translation>Primero hay que seleccionar algo en el dibujo.</translation>
    </message>
    <message>
        <source>Select something that stands in a hall or a problem of it first.</source>
        <translation>Primero hay que seleccionar algo que esté en una sala o uno de sus problemas.</translation>
    </message>
    <message>
        <source>Select the device at the far end of the chosen cable, and show its ports</source>
        <translation>Selecciona el equipo del extremo lejano del cable elegido y muestra sus puertos</translation>
    </message>
    <message>
        <source>Select the device at the near end of the chosen cable, and show its ports</source>
        <translation>Selecciona el equipo del extremo cercano del cable elegido y muestra sus puertos</translation>
    </message>
    <message>
        <source>Select the floor item before</source>
        <translation>Seleccionar el elemento de la planta anterior</translation>
    </message>
    <message>
        <source>Select the hall</source>
        <translation>Seleccionar la sala</translation>
    </message>
    <message>
        <source>Select the next column, obstacle, area, door, route or containment of the hall</source>
        <translation>Seleccionar la columna, el obstáculo, la zona, la puerta, la ruta o el cerramiento siguiente de la sala</translation>
    </message>
    <message>
        <source>Select the next tray, duct or riser of the hall</source>
        <translation>Selecciona la bandeja, canalización o montante siguiente de la sala</translation>
    </message>
    <message>
        <source>Select the tray, duct or riser before</source>
        <translation>Selecciona la bandeja, canalización o montante anterior</translation>
    </message>
    <message>
        <source>Select two or more racks first.</source>
        <translation>Seleccione antes dos o más racks.</translation>
    </message>
    <message>
        <source>Set build phase…</source>
        <translation>Cambiar fase de obra…</translation>
    </message>
    <message>
        <source>Set status…</source>
        <translation>Cambiar estado…</translation>
    </message>
    <message>
        <source>Set the type, modules, length or phase of all chosen cables, or mark them as chosen by hand</source>
        <translation>Fija el tipo, los módulos, la longitud o la fase de todos los cables elegidos, o los marca como elegidos a mano</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>Gravedad</translation>
    </message>
    <message>
        <source>Show all cables</source>
        <translation>Mostrar todos los cables</translation>
    </message>
    <message>
        <source>Show all problems</source>
        <translation>Mostrar todos los problemas</translation>
    </message>
    <message>
        <source>Show every problem in a line of its own</source>
        <translation>Mostrar cada problema en su propia línea</translation>
    </message>
    <message>
        <source>Show every problem of every group</source>
        <translation>Mostrar todos los problemas de todos los grupos</translation>
    </message>
    <message>
        <source>Show excluded problems between the others</source>
        <translation>Mostrar los problemas excluidos entre los demás</translation>
    </message>
    <message>
        <source>Show front and rear of each rack side by side</source>
        <translation>Mostrar juntas la cara frontal y la trasera de cada rack</translation>
    </message>
    <message>
        <source>Show in the one-line diagram</source>
        <translation>Mostrar en el esquema unifilar</translation>
    </message>
    <message>
        <source>Show in the rack</source>
        <translation>Mostrar en el rack</translation>
    </message>
    <message>
        <source>Show it in the fabric</source>
        <translation>Mostrarlo en la red</translation>
    </message>
    <message>
        <source>Show no failure</source>
        <translation>No mostrar ningún fallo</translation>
    </message>
    <message>
        <source>Show on floor and racks what differs from a version, an earlier step or another file</source>
        <translation>Mostrar en planta y racks lo que difiere de una versión, de un paso anterior o de otro archivo</translation>
    </message>
    <message>
        <source>Show only</source>
        <translation>Mostrar solo</translation>
    </message>
    <message>
        <source>Show only cables of the type of the chosen one</source>
        <translation>Muestra solo los cables del tipo del elegido</translation>
    </message>
    <message>
        <source>Show only excluded problems, with their reasons</source>
        <translation>Mostrar solo los problemas excluidos, con sus motivos</translation>
    </message>
    <message>
        <source>Show only problems of the hall of what is selected</source>
        <translation>Mostrar solo los problemas de la sala de lo seleccionado</translation>
    </message>
    <message>
        <source>Show only problems of the rack that is selected, or of the rack of the selected problem</source>
        <translation>Mostrar solo los problemas del rack seleccionado, o del rack del problema seleccionado</translation>
    </message>
    <message>
        <source>Show only problems of the row that is selected, or of the row of the selected problem</source>
        <translation>Mostrar solo los problemas de la fila seleccionada, o de la fila del problema seleccionado</translation>
    </message>
    <message>
        <source>Show only problems of the rule of the selected one</source>
        <translation>Mostrar solo los problemas de la regla del seleccionado</translation>
    </message>
    <message>
        <source>Show only problems of the selection, whatever is selected</source>
        <translation>Mostrar solo los problemas de la selección, sea cual sea</translation>
    </message>
    <message>
        <source>Show only problems that hold some words</source>
        <translation>Mostrar solo los problemas que contienen unas palabras</translation>
    </message>
    <message>
        <source>Show only the cables of the device from which the chosen one leads</source>
        <translation>Muestra solo los cables del equipo del que sale el elegido</translation>
    </message>
    <message>
        <source>Show only the cables that end at the selected devices</source>
        <translation>Muestra solo los cables que terminan en los equipos seleccionados</translation>
    </message>
    <message>
        <source>Show only the heads of the groups of problems</source>
        <translation>Mostrar solo las cabeceras de los grupos de problemas</translation>
    </message>
    <message>
        <source>Show only what begins a power chain</source>
        <translation>Muestra solo lo que inicia una cadena de alimentación</translation>
    </message>
    <message>
        <source>Show or hide the catalog of parts</source>
        <translation>Mostrar u ocultar el catálogo de piezas</translation>
    </message>
    <message>
        <source>Show or hide the facts of the selection</source>
        <translation>Mostrar u ocultar los datos de la selección</translation>
    </message>
    <message>
        <source>Show or hide the list of problems</source>
        <translation>Mostrar u ocultar la lista de problemas</translation>
    </message>
    <message>
        <source>Show or hide the list of what differs from another state</source>
        <translation>Mostrar u ocultar la lista de lo que difiere de otro estado</translation>
    </message>
    <message>
        <source>Show or hide the steps that were done</source>
        <translation>Mostrar u ocultar los pasos hechos</translation>
    </message>
    <message>
        <source>Show the cable or the network of this problem in the drawing of networks</source>
        <translation>Mostrar el cable o la red de este problema en el dibujo de redes</translation>
    </message>
    <message>
        <source>Show the device in its rack</source>
        <translation>Mostrar el equipo en su rack</translation>
    </message>
    <message>
        <source>Show the drawing larger</source>
        <translation>Ver el dibujo más grande</translation>
    </message>
    <message>
        <source>Show the drawing smaller</source>
        <translation>Ver el dibujo más pequeño</translation>
    </message>
    <message>
        <source>Show the failure that comes before in the table, or of the part of the same kind before</source>
        <translation>Mostrar el fallo anterior de la tabla, o el de la parte anterior de la misma clase</translation>
    </message>
    <message>
        <source>Show the failure that comes next in the table, or of the next part of the same kind</source>
        <translation>Mostrar el fallo siguiente de la tabla, o el de la parte siguiente de la misma clase</translation>
    </message>
    <message>
        <source>Show the fronts of racks</source>
        <translation>Mostrar la cara frontal de los racks</translation>
    </message>
    <message>
        <source>Show the other side of the device</source>
        <translation>Mostrar el otro lado del equipo</translation>
    </message>
    <message>
        <source>Show the plan alone again</source>
        <translation>Volver a mostrar solo el plan</translation>
    </message>
    <message>
        <source>Show the port at the other end</source>
        <translation>Mostrar el puerto del otro extremo</translation>
    </message>
    <message>
        <source>Show the ports on the other face</source>
        <translation>Muestra los puertos de la otra cara</translation>
    </message>
    <message>
        <source>Show the power as it is again</source>
        <translation>Volver a mostrar la alimentación tal como es</translation>
    </message>
    <message>
        <source>Show the power chain down to every bank</source>
        <translation>Muestra la cadena de alimentación hasta cada banco</translation>
    </message>
    <message>
        <source>Show the power chain down to the rack PDUs</source>
        <translation>Muestra la cadena de alimentación hasta las PDU de rack</translation>
    </message>
    <message>
        <source>Show the properties of the hall in the inspector</source>
        <translation>Mostrar las propiedades de la sala en el inspector</translation>
    </message>
    <message>
        <source>Show the rears of racks</source>
        <translation>Mostrar la cara trasera de los racks</translation>
    </message>
    <message>
        <source>Show the unit whole</source>
        <translation>Mostrar la unidad entera</translation>
    </message>
    <message>
        <source>Show the way on the floor</source>
        <translation>Mostrar el recorrido en la planta</translation>
    </message>
    <message>
        <source>Show the whole drawing, or the selection if there is one</source>
        <translation>Mostrar el dibujo entero, o la selección si la hay</translation>
    </message>
    <message>
        <source>Show the whole network</source>
        <translation>Mostrar toda la red</translation>
    </message>
    <message>
        <source>Show trays, conduits and ducts with how full they are, or hide them</source>
        <translation>Muestra bandejas, conductos y canalizaciones con su ocupación, o los oculta</translation>
    </message>
    <message>
        <source>Show what becomes of everything when the chosen parts fail; nothing is changed</source>
        <translation>Muestra qué pasa con todo cuando fallan las partes elegidas; no se cambia nada</translation>
    </message>
    <message>
        <source>Show where it stands</source>
        <translation>Mostrar dónde está</translation>
    </message>
    <message>
        <source>Show where one looks on a small map while not everything is in view</source>
        <translation>Mostrar en un mapa pequeño dónde se mira mientras no se ve todo</translation>
    </message>
    <message>
        <source>Site sheet…</source>
        <translation>Ficha del emplazamiento…</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Tamaño</translation>
    </message>
    <message>
        <source>Software baseline…</source>
        <translation>Línea base de software…</translation>
    </message>
    <message>
        <source>Spares, accessories, consumables, tools, packing and hours of work of the bill of materials</source>
        <translation>Repuestos, accesorios, consumibles, herramientas, embalaje y horas de trabajo de la lista de materiales</translation>
    </message>
    <message>
        <source>Start a project in a new file</source>
        <translation>Empezar un proyecto en un archivo nuevo</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Estado</translation>
    </message>
    <message>
        <source>Status of racks</source>
        <translation>Estado de los racks</translation>
    </message>
    <message>
        <source>Stock…</source>
        <translation>Existencias…</translation>
    </message>
    <message>
        <source>Swap places</source>
        <translation>Intercambiar</translation>
    </message>
    <message>
        <source>Take away all filters of the table of cables</source>
        <translation>Quita todos los filtros de la tabla de cables</translation>
    </message>
    <message>
        <source>Take away the cable in the chosen port, with all its legs</source>
        <translation>Quita el cable del puerto elegido, con todos sus ramales</translation>
    </message>
    <message>
        <source>Take away the chosen cables, splitters with all their legs</source>
        <translation>Quita los cables elegidos, los divisores con todos sus ramales</translation>
    </message>
    <message>
        <source>Take every filter of the list of problems away</source>
        <translation>Quitar todos los filtros de la lista de problemas</translation>
    </message>
    <message>
        <source>Take in a device list or what NetBox exports, after a look at what would change</source>
        <translation>Incorporar una lista de equipos o lo que exporta NetBox, tras ver qué cambiaría</translation>
    </message>
    <message>
        <source>Take the last step back, also one from before the last start</source>
        <translation>Deshacer el último paso, también los anteriores al último arranque</translation>
    </message>
    <message>
        <source>Take types of your own from YAML, CSV or XLSX; shows first what would happen</source>
        <translation>Traer tipos propios desde YAML, CSV o XLSX; antes muestra qué pasaría</translation>
    </message>
    <message>
        <source>The cables of the selected racks, or of all, in the order in which they are pulled</source>
        <translation>Los cables de los racks seleccionados, o de todos, en el orden en que se tienden</translation>
    </message>
    <message>
        <source>The comparison as CSV…</source>
        <translation>La comparación como CSV…</translation>
    </message>
    <message>
        <source>The floor shows through the paper of plans, and the dark theme turns them light on dark; not for photographs</source>
        <translation>El suelo se ve a través del papel de los planos, y el tema oscuro los muestra claros sobre oscuro; no para fotografías</translation>
    </message>
    <message>
        <source>The hall as it is painted now, as PNG, SVG or PDF; DXF is under File, Export</source>
        <translation>La sala tal como se ve ahora, en PNG, SVG o PDF; DXF está en Archivo, Exportar</translation>
    </message>
    <message>
        <source>The hall to scale on paper, with rows, aisles, obstacles and key figures</source>
        <translation>La sala a escala en papel, con filas, pasillos, obstáculos y cifras clave</translation>
    </message>
    <message>
        <source>The pointer drags the picture under the plan, and nothing else</source>
        <translation>El puntero arrastra la imagen bajo el plano y nada más</translation>
    </message>
    <message>
        <source>The pointer measures distance and angle from corner to corner</source>
        <translation>El puntero mide distancia y ángulo de esquina a esquina</translation>
    </message>
    <message>
        <source>The pointer reserves the units that it is drawn over</source>
        <translation>El puntero reserva las unidades por las que se arrastra</translation>
    </message>
    <message>
        <source>The pointer selects racks and carries them over the floor</source>
        <translation>El puntero selecciona racks y los lleva por la planta</translation>
    </message>
    <message>
        <source>The pointer selects, and carries devices</source>
        <translation>El puntero selecciona y traslada equipos</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Tema</translation>
    </message>
    <message>
        <source>There are no problems.</source>
        <translation>No hay problemas.</translation>
    </message>
    <message>
        <source>There is nothing to redo.</source>
        <translation>No hay nada que rehacer.</translation>
    </message>
    <message>
        <source>There is nothing to undo.</source>
        <translation>No hay nada que deshacer.</translation>
    </message>
    <message>
        <source>This hall has no columns, doors, areas or routes yet.</source>
        <translation>Esta sala aún no tiene columnas, puertas, zonas ni rutas.</translation>
    </message>
    <message>
        <source>This hall has no ways for cables yet, or they are hidden.</source>
        <translation>Esta sala aún no tiene vías de cables, o están ocultas.</translation>
    </message>
    <message>
        <source>This problem has no mend that can be done for you.</source>
        <translation>Este problema no se puede corregir automáticamente.</translation>
    </message>
    <message>
        <source>This project is open for reading only.</source>
        <translation>Este proyecto está abierto en solo lectura.</translation>
    </message>
    <message>
        <source>To another hall…</source>
        <translation>A otra sala…</translation>
    </message>
    <message>
        <source>To another row…</source>
        <translation>A otra fila…</translation>
    </message>
    <message>
        <source>Topology</source>
        <translation>Topología</translation>
    </message>
    <message>
        <source>Trace the cable…</source>
        <translation>Seguir el cable…</translation>
    </message>
    <message>
        <source>Turn back by 90°</source>
        <translation>Girar 90° al revés</translation>
    </message>
    <message>
        <source>Turn by 90°</source>
        <translation>Girar 90°</translation>
    </message>
    <message>
        <source>Turn the row about</source>
        <translation>Dar la vuelta a la fila</translation>
    </message>
    <message>
        <source>Turn the selected devices from the front of the rack to the rear or back</source>
        <translation>Pasar los equipos seleccionados de la cara frontal a la trasera, o al revés</translation>
    </message>
    <message>
        <source>Turn the selection clockwise about its middle</source>
        <translation>Girar la selección en el sentido de las agujas alrededor de su centro</translation>
    </message>
    <message>
        <source>Turn the selection counterclockwise about its middle</source>
        <translation>Girar la selección en sentido contrario alrededor de su centro</translation>
    </message>
    <message>
        <source>Two pages for somebody who decides: plan, power, risks, cost as far as it is known, open questions</source>
        <translation>Dos páginas para quien decide: plano, potencia, riesgos, coste hasta donde se conoce, preguntas abiertas</translation>
    </message>
    <message>
        <source>Type two points of the picture under the plan and their true distance</source>
        <translation>Escriba dos puntos de la imagen bajo el plano y su distancia real</translation>
    </message>
    <message>
        <source>Type where the walls are; everything keeps its place on the plan</source>
        <translation>Escriba dónde están las paredes; todo conserva su lugar en el plano</translation>
    </message>
    <message>
        <source>Type words, or a condition such as node = dgx-014 or length &gt; 30</source>
        <translation>Escriba palabras, o una condición como nodo = dgx-014 o longitud &gt; 30</translation>
    </message>
    <message>
        <source>Types from a file…</source>
        <translation>Tipos desde un archivo…</translation>
    </message>
    <message>
        <source>Under the plan</source>
        <translation>Bajo el plano</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Unfold all groups</source>
        <translation>Desplegar todos los grupos</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>Unidades</translation>
    </message>
    <message>
        <source>Units used</source>
        <translation>Unidades usadas</translation>
    </message>
    <message>
        <source>Update types from the catalog…</source>
        <translation>Actualizar tipos desde el catálogo…</translation>
    </message>
    <message>
        <source>Version, licence and sources</source>
        <translation>Versión, licencia y fuentes</translation>
    </message>
    <message>
        <source>Versions and comparison…</source>
        <translation>Versiones y comparación…</translation>
    </message>
    <message>
        <source>Voltages, limits, altitude and tariffs of the site, each with its source</source>
        <translation>Tensiones, límites, altitud y tarifas del emplazamiento, cada una con su fuente</translation>
    </message>
    <message>
        <source>Way for cables</source>
        <translation>Vía de cables</translation>
    </message>
    <message>
        <source>Ways for cables on the floor</source>
        <translation>Vías de cables en la planta</translation>
    </message>
    <message>
        <source>Ways of cooling</source>
        <translation>Formas de refrigerar</translation>
    </message>
    <message>
        <source>What came, went, moved and changed since a version, or against another file</source>
        <translation>Lo que llegó, se fue, se movió o cambió desde una versión o frente a otro archivo</translation>
    </message>
    <message>
        <source>What cools racks</source>
        <translation>Qué refrigera los racks</translation>
    </message>
    <message>
        <source>What differs between the plan and a listing of ibnetdiscover, and what to do at each switch</source>
        <translation>Qué difiere entre el plan y un listado de ibnetdiscover y qué hacer en cada switch</translation>
    </message>
    <message>
        <source>What is mounted in the selected racks, or in all, in which order and by how many hands</source>
        <translation>Qué se monta en los racks seleccionados, o en todos, en qué orden y con cuántas manos</translation>
    </message>
    <message>
        <source>What lies under the plan…</source>
        <translation>Lo que hay bajo el plano…</translation>
    </message>
    <message>
        <source>What the catalog says now of types that the project uses, and take it over</source>
        <translation>Lo que el catálogo dice ahora de los tipos que usa el proyecto, y adoptarlo</translation>
    </message>
    <message>
        <source>What the checks demand, from where, and how much each rule weighs in this project</source>
        <translation>Lo que exigen las comprobaciones, de dónde viene y cuánto pesa cada regla en este proyecto</translation>
    </message>
    <message>
        <source>What was accepted, why and when; take it back, or drop what no longer exists</source>
        <translation>Qué se aceptó, por qué y cuándo; se puede anular, o quitar lo que ya no existe</translation>
    </message>
    <message>
        <source>Which cables are unplugged, moved and plugged since a named version</source>
        <translation>Qué cables se desconectan, mueven y conectan desde una versión con nombre</translation>
    </message>
    <message>
        <source>Wire the power</source>
        <translation>Cablear la alimentación</translation>
    </message>
    <message>
        <source>Wire the power anew</source>
        <translation>Cablear de nuevo la alimentación</translation>
    </message>
    <message>
        <source>Without paper</source>
        <translation>Sin papel</translation>
    </message>
    <message>
        <source>Work order…</source>
        <translation>Orden de trabajo…</translation>
    </message>
    <message>
        <source>Write down what lies on the shelf, or take in a list: the bill orders only what is beyond it</source>
        <translation>Anotar lo que hay en almacén o cargar una lista: la lista de materiales pide solo lo que falta</translation>
    </message>
    <message>
        <source>Write the chosen types as CSV or XLSX, one row a type</source>
        <translation>Escribir los tipos elegidos como CSV o XLSX, una fila por tipo</translation>
    </message>
    <message>
        <source>Write the chosen types as NetBox YAML, with the port mappings of old or new releases, or both</source>
        <translation>Escribir los tipos elegidos como YAML de NetBox, con la asignación de puertos de las versiones antiguas, de las nuevas o de ambas</translation>
    </message>
    <message>
        <source>Write the chosen types with all their facts into a file that GPU Desk reads</source>
        <translation>Escribir los tipos elegidos con todos sus datos en un archivo que GPU Desk lee</translation>
    </message>
    <message>
        <source>Write the differences…</source>
        <translation>Guardar las diferencias…</translation>
    </message>
    <message>
        <source>Write the failures that are shown, and what each does, as CSV or XLSX</source>
        <translation>Escribe los fallos que se muestran, y lo que hace cada uno, como CSV o XLSX</translation>
    </message>
    <message>
        <source>Write the failures…</source>
        <translation>Escribir los fallos…</translation>
    </message>
    <message>
        <source>Write the one-line diagram, with the failure that is shown, as PDF, SVG or PNG</source>
        <translation>Escribir el esquema unifilar, con el fallo que se muestra, como PDF, SVG o PNG</translation>
    </message>
    <message>
        <source>Write the project and its history to another file; edits are kept anyway</source>
        <translation>Escribir el proyecto y su historial en otro archivo; los cambios se guardan siempre</translation>
    </message>
    <message>
        <source>Write the project as a device list or for NetBox</source>
        <translation>Escribir el proyecto como lista de equipos o para NetBox</translation>
    </message>
    <message>
        <source>Write the shown differences as a table for spreadsheets</source>
        <translation>Guardar las diferencias que se ven como tabla para hojas de cálculo</translation>
    </message>
    <message>
        <source>Write the types that stand side by side as a table</source>
        <translation>Escribir como tabla los tipos que están lado a lado</translation>
    </message>
    <message>
        <source>Write what the drawing shows as PNG, SVG or PDF</source>
        <translation>Escribir lo que muestra el dibujo como PNG, SVG o PDF</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Acercar</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Alejar</translation>
    </message>
    <message>
        <source>accepted waived</source>
        <translation>aceptado tolerado</translation>
    </message>
    <message>
        <source>add cabinet</source>
        <translation>añadir armario</translation>
    </message>
    <message>
        <source>add create aisle</source>
        <translation>añadir crear pasillo</translation>
    </message>
    <message>
        <source>add create cabinet</source>
        <translation>añadir crear armario bastidor</translation>
    </message>
    <message>
        <source>add create room</source>
        <translation>añadir crear cuarto recinto</translation>
    </message>
    <message>
        <source>add device insert</source>
        <translation>añadir dispositivo insertar</translation>
    </message>
    <message>
        <source>add line aisle</source>
        <translation>añadir línea pasillo</translation>
    </message>
    <message>
        <source>align edge</source>
        <translation>alinear borde</translation>
    </message>
    <message>
        <source>all whole</source>
        <translation>todo entero completo</translation>
    </message>
    <message>
        <source>array copy many</source>
        <translation>serie copiar muchos</translation>
    </message>
    <message>
        <source>array repeat many</source>
        <translation>matriz repetir varios</translation>
    </message>
    <message>
        <source>as-built verify ibnetdiscover swapped missing wrong port listing</source>
        <translation>construido verificar ibnetdiscover cruzado falta otro puerto listado</translation>
    </message>
    <message>
        <source>assign serve air loop zone</source>
        <translation>asignar atender aire circuito zona</translation>
    </message>
    <message>
        <source>assign unit CRAH CDU in-row</source>
        <translation>asignar unidad CRAH CDU de fila</translation>
    </message>
    <message>
        <source>automatic CRAH CDU chilled water N+1 heat units</source>
        <translation>automático CRAH CDU agua fría N+1 calor unidades</translation>
    </message>
    <message>
        <source>automatic fill rack list place all</source>
        <translation>automático llenar rack lista colocar todo autocolocar</translation>
    </message>
    <message>
        <source>block keep free</source>
        <translation>bloquear dejar libre</translation>
    </message>
    <message>
        <source>bug crash support</source>
        <translation>error fallo soporte</translation>
    </message>
    <message>
        <source>bulk edit type medium length module phase by hand</source>
        <translation>editar en bloque tipo medio longitud módulo fase a mano</translation>
    </message>
    <message>
        <source>by hand mark lock pin</source>
        <translation>a mano marcar bloquear fijar</translation>
    </message>
    <message>
        <source>clear filter reset</source>
        <translation>quitar filtro limpiar</translation>
    </message>
    <message>
        <source>clipboard comma separated values export</source>
        <translation>portapapeles valores separados por comas exportar</translation>
    </message>
    <message>
        <source>clipboard sheet</source>
        <translation>portapapeles ficha</translation>
    </message>
    <message>
        <source>clipboard spreadsheet</source>
        <translation>portapapeles hoja de cálculo</translation>
    </message>
    <message>
        <source>clipboard table spreadsheet</source>
        <translation>portapapeles tabla hoja de cálculo</translation>
    </message>
    <message>
        <source>collapse tree PDU</source>
        <translation>contraer árbol PDU</translation>
    </message>
    <message>
        <source>collapse tree sources</source>
        <translation>contraer árbol acometidas</translation>
    </message>
    <message>
        <source>colors palette rail network contrast blind legend</source>
        <translation>colores paleta carril red contraste daltonismo leyenda</translation>
    </message>
    <message>
        <source>colour by paint</source>
        <translation>color colorear pintar</translation>
    </message>
    <message>
        <source>colour heat map legend</source>
        <translation>color mapa de calor leyenda</translation>
    </message>
    <message>
        <source>compare difference restore</source>
        <translation>comparar diferencia restaurar</translation>
    </message>
    <message>
        <source>connect plug draw new cable port</source>
        <translation>conectar enchufar tender nuevo cable puerto</translation>
    </message>
    <message>
        <source>constants limits settings</source>
        <translation>constantes límites ajustes sitio</translation>
    </message>
    <message>
        <source>cooling air rear door liquid PUE WUE CRAH CDU compare climate</source>
        <translation>refrigeración aire puerta trasera líquido PUE WUE CRAH CDU comparar clima</translation>
    </message>
    <message>
        <source>copy again repeat</source>
        <translation>copiar repetir otra vez</translation>
    </message>
    <message>
        <source>cord outlet bank PDU supply connect move</source>
        <translation>cable toma banco PDU fuente conectar mover</translation>
    </message>
    <message>
        <source>cords balance lines electricity</source>
        <translation>cables equilibrar fases electricidad</translation>
    </message>
    <message>
        <source>cords feeds PDU supply automatic electricity</source>
        <translation>cables circuitos PDU fuente automático electricidad</translation>
    </message>
    <message>
        <source>create plan</source>
        <translation>crear plan</translation>
    </message>
    <message>
        <source>csv differences</source>
        <translation>csv diferencias</translation>
    </message>
    <message>
        <source>csv excel xlsx netbox list spreadsheet</source>
        <translation>csv excel xlsx netbox lista hoja de cálculo</translation>
    </message>
    <message>
        <source>csv export list</source>
        <translation>csv exportar lista</translation>
    </message>
    <message>
        <source>delete remove unplug</source>
        <translation>borrar quitar desenchufar</translation>
    </message>
    <message>
        <source>difference diff came went moved changed version file</source>
        <translation>diferencia diff nuevo quitado movido cambiado versión archivo</translation>
    </message>
    <message>
        <source>difference end stop done</source>
        <translation>diferencia fin parar listo</translation>
    </message>
    <message>
        <source>differences versus</source>
        <translation>diferencias frente contra</translation>
    </message>
    <message>
        <source>distribute spread</source>
        <translation>distribuir repartir</translation>
    </message>
    <message>
        <source>draw tool air cooling</source>
        <translation>dibujar herramienta aire refrigeración</translation>
    </message>
    <message>
        <source>draw tool air cooling chimney</source>
        <translation>dibujar herramienta aire refrigeración chimenea</translation>
    </message>
    <message>
        <source>draw tool forbidden free escape way</source>
        <translation>dibujar herramienta prohibido libre vía de evacuación</translation>
    </message>
    <message>
        <source>draw tool gate opening entrance</source>
        <translation>dibujar herramienta portón hueco entrada</translation>
    </message>
    <message>
        <source>draw tool path corridor crate bring in</source>
        <translation>dibujar herramienta camino corredor caja traer</translation>
    </message>
    <message>
        <source>draw tool pillar building</source>
        <translation>dibujar herramienta pilar edificio</translation>
    </message>
    <message>
        <source>draw tool tray ladder basket conduit pathway cabling</source>
        <translation>dibujar herramienta bandeja escalera cesta conducto vía cableado</translation>
    </message>
    <message>
        <source>draw tool wall stairs ramp building</source>
        <translation>dibujar herramienta pared escalera rampa edificio</translation>
    </message>
    <message>
        <source>drill double failure maintenance</source>
        <translation>simulacro doble fallo mantenimiento</translation>
    </message>
    <message>
        <source>drill end leave</source>
        <translation>simulacro terminar salir</translation>
    </message>
    <message>
        <source>drill failure outage before after what if</source>
        <translation>simulacro fallo corte antes después qué pasa si</translation>
    </message>
    <message>
        <source>drill failure redundancy outage N+1 breaker</source>
        <translation>simulacro fallo redundancia corte N+1 interruptor</translation>
    </message>
    <message>
        <source>drill step</source>
        <translation>simulacro paso</translation>
    </message>
    <message>
        <source>driver firmware version CUDA</source>
        <translation>controlador firmware versión CUDA</translation>
    </message>
    <message>
        <source>duct conduit building between halls cabling</source>
        <translation>canalización conducto edificio entre salas cableado</translation>
    </message>
    <message>
        <source>electricity feeds panels PDU load amperes chain cooling air water CRAH CDU failures</source>
        <translation>electricidad circuitos cuadros PDU carga amperios cadena refrigeración aire agua CRAH CDU fallos</translation>
    </message>
    <message>
        <source>elevation cabinet</source>
        <translation>alzado armario bastidor</translation>
    </message>
    <message>
        <source>example demo sample large scale</source>
        <translation>ejemplo muestra grande escala</translation>
    </message>
    <message>
        <source>example demo template</source>
        <translation>ejemplo demo plantilla muestra</translation>
    </message>
    <message>
        <source>exchange</source>
        <translation>permutar cambiar</translation>
    </message>
    <message>
        <source>exclusions accepted waived stale reasons</source>
        <translation>exclusiones aceptado tolerado motivos caducado</translation>
    </message>
    <message>
        <source>exit leave</source>
        <translation>terminar cerrar</translation>
    </message>
    <message>
        <source>expand unfold tree banks</source>
        <translation>expandir desplegar árbol bancos</translation>
    </message>
    <message>
        <source>export image PNG SVG PDF print</source>
        <translation>exportar imagen PNG SVG PDF imprimir</translation>
    </message>
    <message>
        <source>export image print</source>
        <translation>exportar imagen imprimir</translation>
    </message>
    <message>
        <source>export picture image png svg pdf topology</source>
        <translation>exportar imagen png svg pdf topología</translation>
    </message>
    <message>
        <source>export save csv xlsx excel drill table</source>
        <translation>exportar guardar csv xlsx excel simulacro tabla</translation>
    </message>
    <message>
        <source>extend array grow add</source>
        <translation>extender matriz crecer añadir</translation>
    </message>
    <message>
        <source>feed from parent alternate cut source</source>
        <translation>alimentar desde origen alternativa cortar acometida</translation>
    </message>
    <message>
        <source>filter errors wrong links verdict</source>
        <translation>filtrar errores enlaces malos veredicto</translation>
    </message>
    <message>
        <source>filter medium same part</source>
        <translation>filtrar medio misma pieza</translation>
    </message>
    <message>
        <source>filter node same</source>
        <translation>filtrar nodo mismo</translation>
    </message>
    <message>
        <source>filter node switch of selected</source>
        <translation>filtrar nodo conmutador de seleccionado</translation>
    </message>
    <message>
        <source>filter problems follow</source>
        <translation>filtrar problemas seguir</translation>
    </message>
    <message>
        <source>filter problems here only</source>
        <translation>filtrar problemas aquí solo</translation>
    </message>
    <message>
        <source>filter text</source>
        <translation>filtrar texto</translation>
    </message>
    <message>
        <source>filter text types parts</source>
        <translation>filtro texto tipos piezas</translation>
    </message>
    <message>
        <source>find filter table cables</source>
        <translation>encontrar filtrar tabla cables</translation>
    </message>
    <message>
        <source>fix repair</source>
        <translation>arreglar reparar remediar</translation>
    </message>
    <message>
        <source>fix repair group every</source>
        <translation>arreglar reparar grupo todos</translation>
    </message>
    <message>
        <source>from end port device near</source>
        <translation>desde extremo puerto equipo cercano</translation>
    </message>
    <message>
        <source>front rear turn</source>
        <translation>frontal trasera girar voltear</translation>
    </message>
    <message>
        <source>go rack device unit where</source>
        <translation>ir rack equipo unidad dónde</translation>
    </message>
    <message>
        <source>hardware facts newer upstream</source>
        <translation>hardware datos nuevos versión</translation>
    </message>
    <message>
        <source>hardware parts compare facts</source>
        <translation>equipo piezas comparar datos</translation>
    </message>
    <message>
        <source>ignore accept waive</source>
        <translation>ignorar aceptar omitir</translation>
    </message>
    <message>
        <source>ignore accept waive group every</source>
        <translation>ignorar aceptar tolerar grupo todos</translation>
    </message>
    <message>
        <source>import netbox delete</source>
        <translation>importar netbox eliminar</translation>
    </message>
    <message>
        <source>import netbox devicetype library</source>
        <translation>importar netbox devicetype biblioteca</translation>
    </message>
    <message>
        <source>import netbox devicetype library archive</source>
        <translation>importar netbox devicetype biblioteca archivo</translation>
    </message>
    <message>
        <source>import yaml csv xlsx excel own entries share</source>
        <translation>importar yaml csv xlsx excel entradas propias compartir</translation>
    </message>
    <message>
        <source>inventory warehouse on hand spare parts BOM order</source>
        <translation>inventario almacén existencias repuestos lista de materiales pedido</translation>
    </message>
    <message>
        <source>language</source>
        <translation>idioma lengua</translation>
    </message>
    <message>
        <source>lay all cables generate again recable optics transceivers</source>
        <translation>tender cables generar de nuevo recablear óptica transceptores</translation>
    </message>
    <message>
        <source>layer tray pathway fill hide show</source>
        <translation>capa bandeja vía ocupación ocultar mostrar</translation>
    </message>
    <message>
        <source>leaf spine oversubscription planes rails pods settings stages</source>
        <translation>leaf spine sobresuscripción planos carriles pods ajustes etapas</translation>
    </message>
    <message>
        <source>link cable network go problem</source>
        <translation>enlace cable red ir problema</translation>
    </message>
    <message>
        <source>load file project</source>
        <translation>cargar archivo proyecto</translation>
    </message>
    <message>
        <source>minimap overview navigator</source>
        <translation>minimapa vista general navegador</translation>
    </message>
    <message>
        <source>mirror flip front rear</source>
        <translation>espejo voltear frente trasera</translation>
    </message>
    <message>
        <source>model LLM memory VRAM tokens fit inference serve GPUs</source>
        <translation>modelo LLM memoria VRAM tokens cabe inferencia servir GPU dimensionar</translation>
    </message>
    <message>
        <source>network topology switches cables ports InfiniBand Ethernet</source>
        <translation>red topología conmutadores cables puertos InfiniBand Ethernet</translation>
    </message>
    <message>
        <source>new CRAH CRAC in-row CDU pump chiller tower loop air</source>
        <translation>nuevo CRAH CRAC fila CDU bomba enfriadora torre circuito aire</translation>
    </message>
    <message>
        <source>new column door route keep-out obstacle containment</source>
        <translation>nueva columna puerta ruta prohibida obstáculo cerramiento</translation>
    </message>
    <message>
        <source>new source generator UPS panel busway feed circuit breaker</source>
        <translation>nueva acometida generador SAI cuadro canalización circuito interruptor</translation>
    </message>
    <message>
        <source>note remark log</source>
        <translation>nota anotación registro bitácora</translation>
    </message>
    <message>
        <source>nudge step</source>
        <translation>empujar paso</translation>
    </message>
    <message>
        <source>nudge step fine</source>
        <translation>empujar paso fino</translation>
    </message>
    <message>
        <source>oversubscription bisection bandwidth redundancy failure</source>
        <translation>sobresuscripción bisección ancho de banda redundancia fallo</translation>
    </message>
    <message>
        <source>own entry change facts</source>
        <translation>entrada propia cambiar datos</translation>
    </message>
    <message>
        <source>own entry custom add</source>
        <translation>entrada propia personalizada añadir</translation>
    </message>
    <message>
        <source>own entry custom duplicate</source>
        <translation>entrada propia personalizada duplicar</translation>
    </message>
    <message>
        <source>own entry remove</source>
        <translation>entrada propia quitar</translation>
    </message>
    <message>
        <source>panel dock show hide</source>
        <translation>panel mostrar ocultar</translation>
    </message>
    <message>
        <source>panel dock show hide narrow tab</source>
        <translation>panel catálogo mostrar ocultar plegar pestaña estrecho</translation>
    </message>
    <message>
        <source>panel schedule PDU outlets circuits pdf print report</source>
        <translation>cuadro tabla PDU tomas circuitos pdf imprimir informe</translation>
    </message>
    <message>
        <source>parts list BOM order shopping price cost spares labour excel csv hand over</source>
        <translation>lista de piezas BOM pedido compra precio coste repuestos mano de obra excel csv entrega</translation>
    </message>
    <message>
        <source>path end to end panels strands follow</source>
        <translation>recorrido extremo a extremo paneles fibras seguir</translation>
    </message>
    <message>
        <source>path route tray through hall highlight light where runs</source>
        <translation>camino ruta bandeja por la sala resaltar iluminar por dónde va recorrido</translation>
    </message>
    <message>
        <source>peer follow far end</source>
        <translation>otro extremo seguir lejano</translation>
    </message>
    <message>
        <source>pilot stage</source>
        <translation>piloto etapa</translation>
    </message>
    <message>
        <source>pin second strip compare</source>
        <translation>fijar segunda tira comparar</translation>
    </message>
    <message>
        <source>plan hall room map layout</source>
        <translation>plano sala mapa distribución</translation>
    </message>
    <message>
        <source>planned ordered installed</source>
        <translation>planificado pedido instalado</translation>
    </message>
    <message>
        <source>polygon shape corners</source>
        <translation>polígono forma esquinas</translation>
    </message>
    <message>
        <source>print label sticker QR zpl zebra TIA-606 avery csv</source>
        <translation>imprimir etiqueta adhesivo QR zpl zebra TIA-606 avery csv</translation>
    </message>
    <message>
        <source>print pdf paper report cable change move unplug version</source>
        <translation>imprimir pdf papel informe cable cambio mover desconectar versión</translation>
    </message>
    <message>
        <source>print pdf paper report cable pull schedule patch list ports</source>
        <translation>imprimir pdf papel informe cable tendido plan lista puertos</translation>
    </message>
    <message>
        <source>print pdf paper report drawing elevation worklist</source>
        <translation>imprimir pdf papel informe dibujo alzado lista</translation>
    </message>
    <message>
        <source>print pdf paper report drawing front rear cabinet</source>
        <translation>imprimir pdf papel informe dibujo frente trasera armario</translation>
    </message>
    <message>
        <source>print pdf paper report drawing layout hall</source>
        <translation>imprimir pdf papel informe dibujo distribución sala</translation>
    </message>
    <message>
        <source>print pdf paper report install order weight lift two people checklist</source>
        <translation>imprimir pdf papel informe instalar orden peso elevar dos personas lista</translation>
    </message>
    <message>
        <source>print pdf paper report room figures</source>
        <translation>imprimir pdf papel informe sala cifras</translation>
    </message>
    <message>
        <source>print pdf paper report verify built ibnetdiscover swapped missing</source>
        <translation>imprimir pdf papel informe verificar construido ibnetdiscover cruzado falta</translation>
    </message>
    <message>
        <source>problems collapse</source>
        <translation>problemas contraer</translation>
    </message>
    <message>
        <source>problems expand</source>
        <translation>problemas expandir</translation>
    </message>
    <message>
        <source>problems group by order</source>
        <translation>problemas agrupar ordenar</translation>
    </message>
    <message>
        <source>propose add compute storage in-band out-of-band</source>
        <translation>proponer añadir cómputo almacenamiento en banda fuera de banda</translation>
    </message>
    <message>
        <source>propose pathway ladder cabling tray</source>
        <translation>proponer vía escalera cableado bandeja</translation>
    </message>
    <message>
        <source>rear front turn face</source>
        <translation>trasera frontal girar cara</translation>
    </message>
    <message>
        <source>remove erase</source>
        <translation>borrar quitar suprimir</translation>
    </message>
    <message>
        <source>remove erase source panel feed</source>
        <translation>quitar borrar acometida cuadro circuito</translation>
    </message>
    <message>
        <source>remove erase unit loop door</source>
        <translation>quitar borrar unidad circuito puerta</translation>
    </message>
    <message>
        <source>rename position number label</source>
        <translation>renombrar posición número etiqueta</translation>
    </message>
    <message>
        <source>report manager management pdf print overview</source>
        <translation>informe dirección gerencia pdf imprimir resumen</translation>
    </message>
    <message>
        <source>reset clear filters</source>
        <translation>restablecer quitar filtros</translation>
    </message>
    <message>
        <source>room size height floor load tile properties</source>
        <translation>sala tamaño altura carga del suelo losa propiedades</translation>
    </message>
    <message>
        <source>rotate</source>
        <translation>rotar</translation>
    </message>
    <message>
        <source>rules verify</source>
        <translation>reglas verificar revisar</translation>
    </message>
    <message>
        <source>save as backup</source>
        <translation>guardar como copia de seguridad</translation>
    </message>
    <message>
        <source>save snapshot</source>
        <translation>guardar instantánea</translation>
    </message>
    <message>
        <source>select go column door route keep-out</source>
        <translation>seleccionar ir columna puerta ruta prohibida</translation>
    </message>
    <message>
        <source>select go tray ladder duct</source>
        <translation>seleccionar ir bandeja escalera canalización</translation>
    </message>
    <message>
        <source>severity limits sources silence</source>
        <translation>gravedad límites fuentes silenciar</translation>
    </message>
    <message>
        <source>share csv xlsx excel spreadsheet</source>
        <translation>compartir csv xlsx excel hoja de cálculo</translation>
    </message>
    <message>
        <source>share give save yaml</source>
        <translation>compartir dar guardar yaml</translation>
    </message>
    <message>
        <source>share netbox yaml devicetype</source>
        <translation>compartir netbox yaml devicetype</translation>
    </message>
    <message>
        <source>shortcuts keyboard help</source>
        <translation>atajos teclado ayuda</translation>
    </message>
    <message>
        <source>single line drawing schematic</source>
        <translation>unifilar dibujo esquema</translation>
    </message>
    <message>
        <source>single line drawing schematic failure</source>
        <translation>unifilar dibujo esquema fallo</translation>
    </message>
    <message>
        <source>structured cabling patch panel cassette trunk MPO LC row end</source>
        <translation>cableado estructurado panel de parcheo casete troncal MPO LC final de fila</translation>
    </message>
    <message>
        <source>template add row pod build place</source>
        <translation>plantilla añadir fila grupo construir colocar</translation>
    </message>
    <message>
        <source>template pattern reuse stamp</source>
        <translation>plantilla patrón reutilizar modelo</translation>
    </message>
    <message>
        <source>theme accessibility</source>
        <translation>tema accesibilidad</translation>
    </message>
    <message>
        <source>theme automatic system</source>
        <translation>tema automático sistema</translation>
    </message>
    <message>
        <source>theme black night</source>
        <translation>tema negro noche</translation>
    </message>
    <message>
        <source>theme white bright</source>
        <translation>tema blanco luminoso</translation>
    </message>
    <message>
        <source>to end port device far peer</source>
        <translation>hasta extremo puerto equipo lejano</translation>
    </message>
    <message>
        <source>tool keep free</source>
        <translation>herramienta dejar libre</translation>
    </message>
    <message>
        <source>tool pointer</source>
        <translation>herramienta puntero ratón</translation>
    </message>
    <message>
        <source>tool ruler distance length</source>
        <translation>herramienta regla distancia longitud</translation>
    </message>
    <message>
        <source>underlay background image PDF DXF PNG JPEG architect floor plan</source>
        <translation>fondo imagen PDF DXF PNG JPEG arquitecto plano de planta</translation>
    </message>
    <message>
        <source>underlay calibrate size</source>
        <translation>fondo calibrar tamaño escala</translation>
    </message>
    <message>
        <source>underlay dark invert transparent white</source>
        <translation>fondo oscuro invertir transparente blanco</translation>
    </message>
    <message>
        <source>underlay drag shift</source>
        <translation>fondo arrastrar desplazar</translation>
    </message>
    <message>
        <source>underlay list layers</source>
        <translation>fondo lista capas</translation>
    </message>
    <message>
        <source>underlay room walls rectangle</source>
        <translation>fondo sala paredes rectángulo</translation>
    </message>
    <message>
        <source>underlay visible</source>
        <translation>fondo visible</translation>
    </message>
    <message>
        <source>units</source>
        <translation>unidades medidas</translation>
    </message>
    <message>
        <source>unplug cut disconnect cord</source>
        <translation>desenchufar cortar desconectar cable</translation>
    </message>
    <message>
        <source>unplug delete remove cable</source>
        <translation>desenchufar borrar quitar cable</translation>
    </message>
    <message>
        <source>version licence</source>
        <translation>versión licencia</translation>
    </message>
    <message>
        <source>view table leaf spine counts</source>
        <translation>vista tabla leaf spine recuento</translation>
    </message>
    <message>
        <source>view tiers drawing</source>
        <translation>vista niveles dibujo</translation>
    </message>
    <message>
        <source>where elevation</source>
        <translation>dónde alzado</translation>
    </message>
    <message>
        <source>zoom fit</source>
        <translation>zoom ajustar</translation>
    </message>
    <message>
        <source>zoom scalable unit</source>
        <translation>zoom unidad escalable</translation>
    </message>
</context>
<context>
    <name>AddToCoolingDialog</name>
    <message>
        <source>Add</source>
        <translation>Añadir</translation>
    </message>
    <message>
        <source>Add to the cooling</source>
        <translation>Añadir a la refrigeración</translation>
    </message>
    <message>
        <source>Build phase</source>
        <translation>Fase de obra</translation>
    </message>
    <message>
        <source>Cooled by</source>
        <translation>Refrigerado por</translation>
    </message>
    <message>
        <source>Hall</source>
        <translation>Sala</translation>
    </message>
    <message>
        <source>How many</source>
        <translation>Cuántas</translation>
    </message>
    <message>
        <source>It cools the hall; racks and rows may be chosen afterwards.</source>
        <translation>Refrigera la sala; después pueden elegirse racks y filas.</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Clase</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>Nothing takes its heat away yet.</source>
        <translation>Nada retira aún su calor.</translation>
    </message>
    <message>
        <source>Redundancy</source>
        <translation>Redundancia</translation>
    </message>
    <message>
        <source>Supplies</source>
        <translation>Suministra a</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Tipo</translation>
    </message>
    <message>
        <source>Units supply air or a loop; what a loop holds is set in the inspector.</source>
        <translation>Las unidades suministran a un aire o a un circuito; el contenido del circuito se indica en el inspector.</translation>
    </message>
    <message>
        <source>no hall</source>
        <translation>ninguna sala</translation>
    </message>
    <message>
        <source>none: figures in the inspector</source>
        <translation>ninguno: cifras en el inspector</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nada</translation>
    </message>
</context>
<context>
    <name>AddToPowerDialog</name>
    <message>
        <source>A source or a generator is fed by nothing.</source>
        <translation>Nada alimenta a una acometida ni a un generador.</translation>
    </message>
    <message numerus="yes">
        <source>Add %n part(s)</source>
        <translation>
            <numerusform>Añadir %n parte</numerusform>
            <numerusform>Añadir %n partes</numerusform>
        </translation>
    </message>
    <message>
        <source>Add to the power</source>
        <translation>Añadir a la alimentación</translation>
    </message>
    <message>
        <source>Add {kind}</source>
        <translation>Añadir {kind}</translation>
    </message>
    <message>
        <source>Alternate</source>
        <translation>Alternativa</translation>
    </message>
    <message>
        <source>Begins on</source>
        <translation>Empieza en</translation>
    </message>
    <message>
        <source>Breaker</source>
        <translation>Interruptor</translation>
    </message>
    <message>
        <source>Build phase</source>
        <translation>Fase de obra</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>Capacidad</translation>
    </message>
    <message>
        <source>Continuous factor</source>
        <translation>Factor continuo</translation>
    </message>
    <message>
        <source>Derating</source>
        <translation>Reducción</translation>
    </message>
    <message>
        <source>Fed from</source>
        <translation>Alimentado desde</translation>
    </message>
    <message>
        <source>Feed side</source>
        <translation>Lado</translation>
    </message>
    <message>
        <source>From the grid down to the feeds that end at racks.</source>
        <translation>Desde la red hasta los circuitos que acaban en racks.</translation>
    </message>
    <message>
        <source>Hall</source>
        <translation>Sala</translation>
    </message>
    <message>
        <source>How many</source>
        <translation>Cuántos</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Clase</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>Fases</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>Names: {names}</source>
        <translation>Nombres: {names}</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notas</translation>
    </message>
    <message>
        <source>Nothing in the power is called so.</source>
        <translation>Nada en la alimentación se llama así.</translation>
    </message>
    <message>
        <source>Receptacle</source>
        <translation>Toma</translation>
    </message>
    <message>
        <source>System</source>
        <translation>Sistema</translation>
    </message>
    <message>
        <source>Voltage</source>
        <translation>Tensión</translation>
    </message>
    <message>
        <source>Without a name it is called {name}.</source>
        <translation>Sin nombre se llama {name}.</translation>
    </message>
    <message>
        <source>another</source>
        <translation>otro</translation>
    </message>
    <message>
        <source>as the site sheet says: {percent}</source>
        <translation>como dice la ficha del emplazamiento: {percent}</translation>
    </message>
    <message>
        <source>direct current</source>
        <translation>corriente continua</translation>
    </message>
    <message>
        <source>each line in turn</source>
        <translation>cada fase por turno</translation>
    </message>
    <message>
        <source>every line</source>
        <translation>todas las fases</translation>
    </message>
    <message>
        <source>no hall</source>
        <translation>ninguna sala</translation>
    </message>
    <message>
        <source>none or not known</source>
        <translation>ninguno o desconocido</translation>
    </message>
    <message>
        <source>not limited</source>
        <translation>sin límite</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nada</translation>
    </message>
    <message>
        <source>{first} to {last}</source>
        <translation>{first} a {last}</translation>
    </message>
    <message>
        <source>{name} brings {system}: something that transforms lies between.</source>
        <translation>{name} trae {system}: entre ambos hay algo que transforma.</translation>
    </message>
</context>
<context>
    <name>AsBuiltDialog</name>
    <message>
        <source>A device, a port, a rack</source>
        <translation>Un equipo, un puerto, un rack</translation>
    </message>
    <message>
        <source>As built</source>
        <translation>Lo construido</translation>
    </message>
    <message>
        <source>Choose a listing…</source>
        <translation>Elegir un listado…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Compare with what was built</source>
        <translation>Comparar con lo construido</translation>
    </message>
    <message>
        <source>Comparing with {name}</source>
        <translation>Comparando con {name}</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
    <message>
        <source>Copy the selected links, or all that are shown, as text for a spreadsheet</source>
        <translation>Copiar los enlaces seleccionados, o todos los que se muestran, como texto para una hoja de cálculo</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportar…</translation>
    </message>
    <message>
        <source>Names of nodes by their GUIDs</source>
        <translation>Nombres de los nodos por sus GUID</translation>
    </message>
    <message>
        <source>On paper…</source>
        <translation>En papel…</translation>
    </message>
    <message>
        <source>Reading {file}</source>
        <translation>Leyendo {file}</translation>
    </message>
    <message>
        <source>Run ibnetdiscover on a node of the fabric, keep what it prints in a file, and choose that file here, or drop it.</source>
        <translation>Ejecute ibnetdiscover en un nodo de la red, guarde en un archivo lo que escribe y elija aquí ese archivo, o suéltelo.</translation>
    </message>
    <message>
        <source>Search the links</source>
        <translation>Buscar en los enlaces</translation>
    </message>
    <message>
        <source>Text, parted by commas (*.csv)</source>
        <translation>Texto separado por comas (*.csv)</translation>
    </message>
    <message>
        <source>The list lies at {path}.</source>
        <translation>La lista está en {path}.</translation>
    </message>
    <message>
        <source>The planned InfiniBand links against what ibnetdiscover saw. The project is not changed.</source>
        <translation>Los enlaces InfiniBand planificados frente a lo que vio ibnetdiscover. El proyecto no cambia.</translation>
    </message>
    <message>
        <source>What ibnetdiscover printed</source>
        <translation>Lo que escribió ibnetdiscover</translation>
    </message>
    <message>
        <source>What is wrong</source>
        <translation>Qué está mal</translation>
    </message>
    <message>
        <source>What is wrong with the file</source>
        <translation>Qué está mal en el archivo</translation>
    </message>
    <message>
        <source>What to do at each switch, as sheets or as a list</source>
        <translation>Qué hacer en cada switch, en hojas o como lista</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Dónde</translation>
    </message>
    <message>
        <source>Workbook (*.xlsx)</source>
        <translation>Libro (*.xlsx)</translation>
    </message>
    <message>
        <source>Write the links that are shown</source>
        <translation>Escribir los enlaces que se muestran</translation>
    </message>
    <message>
        <source>Write the listing anew: sudo ibnetdiscover &gt; seen.txt</source>
        <translation>Vuelva a escribir el listado: sudo ibnetdiscover &gt; seen.txt</translation>
    </message>
    <message>
        <source>as built</source>
        <translation>lo construido</translation>
    </message>
    <message>
        <source>{file} cannot be compared.</source>
        <translation>{file} no se puede comparar.</translation>
    </message>
    <message>
        <source>{file}, line {line}</source>
        <translation>{file}, línea {line}</translation>
    </message>
</context>
<context>
    <name>AsBuiltPaperDialog</name>
    <message>
        <source>A .pdf holds all sheets; .csv and .xlsx are a list of all differences.</source>
        <translation>Un .pdf contiene todas las hojas; .csv y .xlsx son una lista de todas las diferencias.</translation>
    </message>
    <message>
        <source>As-built comparison</source>
        <translation>Comparación con lo construido</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>Orientación</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Todo</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Archivo</translation>
    </message>
    <message>
        <source>Hall {name}</source>
        <translation>Sala {name}</translation>
    </message>
    <message>
        <source>Landscape</source>
        <translation>Horizontal</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Idioma</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Red</translation>
    </message>
    <message>
        <source>Of</source>
        <translation>De</translation>
    </message>
    <message>
        <source>Paper</source>
        <translation>Papel</translation>
    </message>
    <message>
        <source>Portrait</source>
        <translation>Vertical</translation>
    </message>
    <message>
        <source>The selected racks: {count}</source>
        <translation>Los racks seleccionados: {count}</translation>
    </message>
    <message>
        <source>What to do at each switch, in the order in which one walks along the racks. Compared with {file}.</source>
        <translation>Qué hacer en cada switch, en el orden en que se recorren los racks. Comparado con {file}.</translation>
    </message>
</context>
<context>
    <name>AutoPlaceDialog</name>
    <message numerus="yes">
        <source>%n device(s) without a place</source>
        <translation>
            <numerusform>%n equipo sin sitio</numerusform>
            <numerusform>%n equipos sin sitio</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rack(s)</source>
        <translation>
            <numerusform>%n rack</numerusform>
            <numerusform>%n racks</numerusform>
        </translation>
    </message>
    <message>
        <source>Add devices from the catalog at the left.</source>
        <translation>Añada equipos del catálogo de la izquierda.</translation>
    </message>
    <message>
        <source>Auto-place</source>
        <translation>Colocación automática</translation>
    </message>
    <message>
        <source>Catalog</source>
        <translation>Catálogo</translation>
    </message>
    <message>
        <source>Everything finds a place.</source>
        <translation>Todo tiene sitio.</translation>
    </message>
    <message>
        <source>Fill racks from a list. The limits are those of the site sheet.</source>
        <translation>Llena racks con una lista. Los límites son los de la ficha del emplazamiento.</translation>
    </message>
    <message>
        <source>Looking for places …</source>
        <translation>Buscando sitios…</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Colocar</translation>
    </message>
    <message numerus="yes">
        <source>Place %n device(s)</source>
        <translation>
            <numerusform>Colocar %n equipo</numerusform>
            <numerusform>Colocar %n equipos</numerusform>
        </translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vista previa</translation>
    </message>
    <message>
        <source>Preview of the racks</source>
        <translation>Vista previa de los racks</translation>
    </message>
    <message>
        <source>Racks</source>
        <translation>Racks</translation>
    </message>
    <message>
        <source>Racks to fill</source>
        <translation>Racks que se llenan</translation>
    </message>
    <message>
        <source>What finds no place</source>
        <translation>Lo que no tiene sitio</translation>
    </message>
    <message>
        <source>What to place</source>
        <translation>Qué se coloca</translation>
    </message>
    <message>
        <source>Worth knowing</source>
        <translation>Conviene saber</translation>
    </message>
</context>
<context>
    <name>AutoPlaceRows</name>
    <message>
        <source>Devices</source>
        <translation>Equipos</translation>
    </message>
    <message>
        <source>Its power is not known and is not counted.</source>
        <translation>Su potencia no se conoce y no se cuenta.</translation>
    </message>
    <message>
        <source>Its weight is not known and is not counted.</source>
        <translation>Su peso no se conoce y no se cuenta.</translation>
    </message>
    <message>
        <source>Mass</source>
        <translation>Masa</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Nuevos</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Potencia</translation>
    </message>
    <message>
        <source>Rack</source>
        <translation>Rack</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>Unidades</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Por qué</translation>
    </message>
</context>
<context>
    <name>BaselineDialog</name>
    <message>
        <source>Add the role</source>
        <translation>Añadir la función</translation>
    </message>
    <message>
        <source>Another role</source>
        <translation>Otra función</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>Línea base</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>Función</translation>
    </message>
    <message>
        <source>Software and firmware baseline</source>
        <translation>Línea base de software y firmware</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Qué</translation>
    </message>
    <message>
        <source>What each role of devices should run. Checklists and the monitor compare with it; an empty cell demands nothing.</source>
        <translation>Lo que debe llevar cada función de equipo. Las listas de tareas y el monitor comparan con ello; una celda vacía no exige nada.</translation>
    </message>
    <message>
        <source>{text} is not a number.</source>
        <translation>{text} no es un número.</translation>
    </message>
</context>
<context>
    <name>BillOfMaterialsDialog</name>
    <message numerus="yes">
        <source>(%n of unknown mass left out)</source>
        <translation>
            <numerusform>(falta %n de masa desconocida)</numerusform>
            <numerusform>(faltan %n de masa desconocida)</numerusform>
        </translation>
    </message>
    <message>
        <source>A type, a maker, a part number</source>
        <translation>Tipo, fabricante o referencia</translation>
    </message>
    <message>
        <source>Assumptions</source>
        <translation>Supuestos</translation>
    </message>
    <message>
        <source>Bill of materials</source>
        <translation>Lista de materiales</translation>
    </message>
    <message>
        <source>Build phase</source>
        <translation>Fase de obra</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
    <message>
        <source>Copy the selected lines, or all that are shown, as text for a spreadsheet</source>
        <translation>Copiar las líneas seleccionadas, o todas las que se ven, como texto para una hoja de cálculo</translation>
    </message>
    <message>
        <source>Every phase</source>
        <translation>Todas las fases</translation>
    </message>
    <message>
        <source>Every section</source>
        <translation>Todos los apartados</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportar…</translation>
    </message>
    <message>
        <source>Labour</source>
        <translation>Mano de obra</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>Líneas</translation>
    </message>
    <message>
        <source>On paper…</source>
        <translation>En papel…</translation>
    </message>
    <message>
        <source>Print it, or write it as PDF</source>
        <translation>Imprimirla o escribirla como PDF</translation>
    </message>
    <message>
        <source>Rules…</source>
        <translation>Reglas…</translation>
    </message>
    <message>
        <source>Search the lines</source>
        <translation>Buscar en las líneas</translation>
    </message>
    <message>
        <source>Section</source>
        <translation>Apartado</translation>
    </message>
    <message>
        <source>Spares, parts, packing and hours of work as this project wants them; files in {folder} give other defaults</source>
        <translation>Repuestos, piezas, embalaje y horas de trabajo como los quiere este proyecto; los archivos de {folder} dan otros valores por defecto</translation>
    </message>
    <message>
        <source>Stock…</source>
        <translation>Existencias…</translation>
    </message>
    <message>
        <source>Text, parted by commas (*.csv)</source>
        <translation>Texto separado por comas (*.csv)</translation>
    </message>
    <message>
        <source>The list lies at {path}.</source>
        <translation>La lista está en {path}.</translation>
    </message>
    <message>
        <source>Views of the bill of materials</source>
        <translation>Vistas de la lista de materiales</translation>
    </message>
    <message>
        <source>What is bought and done to build the plan: counted from it, completed by rules, prices of the day that is named.</source>
        <translation>Lo que se compra y se hace para construir el plan: contado en él, completado por reglas, con precios del día que se indica.</translation>
    </message>
    <message>
        <source>Workbook with several sheets (*.xlsx)</source>
        <translation>Libro con varias hojas (*.xlsx)</translation>
    </message>
    <message>
        <source>Write down what lies on the shelf: it is not ordered</source>
        <translation>Anotar lo que hay en almacén: no se pide</translation>
    </message>
    <message>
        <source>Write the bill of materials</source>
        <translation>Escribir la lista de materiales</translation>
    </message>
    <message>
        <source>bill of materials</source>
        <translation>lista de materiales</translation>
    </message>
    <message>
        <source>no price known</source>
        <translation>ningún precio conocido</translation>
    </message>
    <message numerus="yes">
        <source>the price of %n lines is not known</source>
        <translation>
            <numerusform>no se conoce el precio de %n línea</numerusform>
            <numerusform>no se conoce el precio de %n líneas</numerusform>
        </translation>
    </message>
    <message>
        <source>{hours} h of work</source>
        <translation>{hours} h de trabajo</translation>
    </message>
    <message>
        <source>{mass} with packing</source>
        <translation>{mass} con embalaje</translation>
    </message>
    <message>
        <source>{price} USD</source>
        <translation>{price} USD</translation>
    </message>
    <message>
        <source>{shown} of {count}</source>
        <translation>{shown} de {count}</translation>
    </message>
</context>
<context>
    <name>BomModel</name>
    <message>
        <source>By which rules a part is counted, and spares are added; “Rules…” changes them</source>
        <translation>Con qué reglas se cuenta una pieza y se añaden repuestos; «Reglas…» las cambia</translation>
    </message>
    <message>
        <source>In stock</source>
        <translation>En existencias</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>En uso</translation>
    </message>
    <message>
        <source>Lead time</source>
        <translation>Plazo</translation>
    </message>
    <message>
        <source>Mass</source>
        <translation>Masa</translation>
    </message>
    <message>
        <source>Of all that is delivered, spares included</source>
        <translation>De todo lo que se entrega, repuestos incluidos</translation>
    </message>
    <message>
        <source>Of the pieces in use, by the name that the site sheet chooses for limits</source>
        <translation>De las piezas en uso, según la potencia que la ficha del emplazamiento elige para los límites</translation>
    </message>
    <message>
        <source>Part number</source>
        <translation>Referencia</translation>
    </message>
    <message>
        <source>Pieces beyond those in use, by rule</source>
        <translation>Piezas además de las que están en uso, según regla</translation>
    </message>
    <message>
        <source>Pieces or packs that are bought, spares included</source>
        <translation>Piezas o paquetes que se compran, repuestos incluidos</translation>
    </message>
    <message>
        <source>Pieces or packs that lie on the shelf; “Stock…” writes them down</source>
        <translation>Piezas o paquetes que hay en almacén; «Existencias…» los anota</translation>
    </message>
    <message>
        <source>Pieces that the plan uses</source>
        <translation>Piezas que usa el plan</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Potencia</translation>
    </message>
    <message>
        <source>Price</source>
        <translation>Precio</translation>
    </message>
    <message>
        <source>Price of</source>
        <translation>Precio del</translation>
    </message>
    <message>
        <source>Price of one</source>
        <translation>Precio unitario</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>Función</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regla</translation>
    </message>
    <message>
        <source>Section</source>
        <translation>Apartado</translation>
    </message>
    <message>
        <source>Spares</source>
        <translation>Repuestos</translation>
    </message>
    <message>
        <source>The day of the price</source>
        <translation>El día del precio</translation>
    </message>
    <message>
        <source>To buy</source>
        <translation>A comprar</translation>
    </message>
    <message>
        <source>To order</source>
        <translation>Por pedir</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Tipo</translation>
    </message>
    <message>
        <source>What is bought beyond the stock, which earlier phases use first; prices are of these</source>
        <translation>Lo que se compra además de las existencias, que las fases anteriores usan primero; los precios son de esto</translation>
    </message>
    <message>
        <source>weeks</source>
        <translation>semanas</translation>
    </message>
    <message>
        <source>{packs} × {pieces}</source>
        <translation>{packs} × {pieces}</translation>
    </message>
</context>
<context>
    <name>BomRulesDialog</name>
    <message>
        <source>Accessories and consumables</source>
        <translation>Accesorios y consumibles</translation>
    </message>
    <message>
        <source>At least</source>
        <translation>Como mínimo</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>Por defecto</translation>
    </message>
    <message>
        <source>Expressions may name {measures}; n is what fits the rule. Files in {folder} give other defaults.</source>
        <translation>Las expresiones pueden nombrar {measures}; n es lo que cumple la regla. Los archivos de {folder} dan otros valores por defecto.</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>Valor</translation>
    </message>
    <message>
        <source>Freight</source>
        <translation>Transporte</translation>
    </message>
    <message>
        <source>From so many pieces on</source>
        <translation>A partir de tantas piezas</translation>
    </message>
    <message>
        <source>Here</source>
        <translation>Aquí</translation>
    </message>
    <message>
        <source>How many</source>
        <translation>Cuántas</translation>
    </message>
    <message>
        <source>Known</source>
        <translation>Certeza</translation>
    </message>
    <message>
        <source>Labour</source>
        <translation>Mano de obra</translation>
    </message>
    <message>
        <source>Minutes of one</source>
        <translation>Minutos de una</translation>
    </message>
    <message>
        <source>Name, figure or source</source>
        <translation>Nombre, valor o fuente</translation>
    </message>
    <message>
        <source>Only what this project says</source>
        <translation>Solo lo que dice este proyecto</translation>
    </message>
    <message>
        <source>People together</source>
        <translation>Personas a la vez</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Restablecer</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regla</translation>
    </message>
    <message>
        <source>Rules of the bill of materials</source>
        <translation>Reglas de la lista de materiales</translation>
    </message>
    <message>
        <source>Search the rules</source>
        <translation>Buscar en las reglas</translation>
    </message>
    <message>
        <source>Share of the pieces</source>
        <translation>Parte de las piezas</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Fuente</translation>
    </message>
    <message>
        <source>Spares</source>
        <translation>Repuestos</translation>
    </message>
    <message>
        <source>Spares, parts, tools, packing and hours of work. Each change counts in this project and can be undone.</source>
        <translation>Repuestos, piezas, herramientas, embalaje y horas de trabajo. Cada cambio vale en este proyecto y se puede deshacer.</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Herramientas</translation>
    </message>
    <message>
        <source>said by this project</source>
        <translation>dicho por este proyecto</translation>
    </message>
    <message>
        <source>{found} of {total}</source>
        <translation>{found} de {total}</translation>
    </message>
    <message>
        <source>{text} is not a number.</source>
        <translation>{text} no es un número.</translation>
    </message>
</context>
<context>
    <name>BuiltModel</name>
    <message>
        <source>As planned; where another one was seen, both</source>
        <translation>La planificada; si se vio otra, las dos</translation>
    </message>
    <message>
        <source>Found from</source>
        <translation>Hallado desde</translation>
    </message>
    <message>
        <source>Found to</source>
        <translation>Hallado hasta</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Desde</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Clase</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Red</translation>
    </message>
    <message>
        <source>Nothing was seen at either end</source>
        <translation>No se vio nada en ningún extremo</translation>
    </message>
    <message>
        <source>One end of what was seen there; where two cables were seen, that at the first planned end</source>
        <translation>Un extremo de lo que se vio allí; si se vieron dos cables, el del primer extremo planificado</translation>
    </message>
    <message>
        <source>Rack</source>
        <translation>Rack</translation>
    </message>
    <message>
        <source>Rail</source>
        <translation>Raíl</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Velocidad</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Hasta</translation>
    </message>
    <message>
        <source>To rack</source>
        <translation>Al rack</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>Qué hacer</translation>
    </message>
    <message>
        <source>{a} – {b}, line {line}</source>
        <translation>{a} – {b}, línea {line}</translation>
    </message>
</context>
<context>
    <name>BuiltResult</name>
    <message>
        <source>A file that says what nodes are called in the plan: lines of a GUID and a name</source>
        <translation>Un archivo que dice cómo se llaman los nodos en el plan: líneas con un GUID y un nombre</translation>
    </message>
    <message>
        <source>All that differ</source>
        <translation>Todo lo que difiere</translation>
    </message>
    <message>
        <source>Another listing…</source>
        <translation>Otro listado…</translation>
    </message>
    <message>
        <source>Every node of the listing is one of the plan, and each of the plan is in the listing.</source>
        <translation>Cada nodo del listado es uno del plan, y cada uno del plan está en el listado.</translation>
    </message>
    <message>
        <source>GUID</source>
        <translation>GUID</translation>
    </message>
    <message>
        <source>In the listing, not in the plan: {count}</source>
        <translation>En el listado y no en el plan: {count}</translation>
    </message>
    <message>
        <source>In the plan, not in the listing: {count}</source>
        <translation>En el plan y no en el listado: {count}</translation>
    </message>
    <message>
        <source>Kinds of difference</source>
        <translation>Clases de diferencia</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Enlaces</translation>
    </message>
    <message>
        <source>Names…</source>
        <translation>Nombres…</translation>
    </message>
    <message>
        <source>No node of the listing is called as in the plan.</source>
        <translation>Ningún nodo del listado se llama como en el plan.</translation>
    </message>
    <message>
        <source>Node</source>
        <translation>Nodo</translation>
    </message>
    <message>
        <source>Nodes</source>
        <translation>Nodos</translation>
    </message>
    <message>
        <source>Nodes of the listing: {ways}.</source>
        <translation>Nodos del listado: {ways}.</translation>
    </message>
    <message>
        <source>Nodes without a partner</source>
        <translation>Nodos sin pareja</translation>
    </message>
    <message>
        <source>The plan has no InfiniBand links to compare.</source>
        <translation>El plan no tiene enlaces InfiniBand que comparar.</translation>
    </message>
    <message>
        <source>The plan says “{mine}”, the listing “{theirs}”. Names… takes a file that gives GUIDs the names of the plan.</source>
        <translation>El plan dice «{mine}»; el listado, «{theirs}». Nombres… toma un archivo que da a los GUID los nombres del plan.</translation>
    </message>
    <message>
        <source>Views of the comparison</source>
        <translation>Vistas de la comparación</translation>
    </message>
    <message>
        <source>What it is</source>
        <translation>Qué es</translation>
    </message>
    <message>
        <source>What to do is told where fewer do.</source>
        <translation>Qué hacer se dice cuando son menos.</translation>
    </message>
    <message>
        <source>adapter</source>
        <translation>adaptador</translation>
    </message>
    <message>
        <source>switch</source>
        <translation>switch</translation>
    </message>
    <message>
        <source>{count} links compared, all as planned.</source>
        <translation>{count} enlaces comparados, todos según el plan.</translation>
    </message>
    <message>
        <source>{count} links differ. Is it a listing of this fabric?</source>
        <translation>Difieren {count} enlaces. ¿Es un listado de esta red?</translation>
    </message>
    <message>
        <source>{count} planned links belong to subnets of which nothing was seen.</source>
        <translation>{count} enlaces planificados son de subredes de las que no se vio nada.</translation>
    </message>
    <message>
        <source>{file}: {planned} links planned, {seen} found.</source>
        <translation>{file}: {planned} enlaces planificados, {seen} hallados.</translation>
    </message>
    <message>
        <source>{shown} of {count}</source>
        <translation>{shown} de {count}</translation>
    </message>
</context>
<context>
    <name>CableFilters</name>
    <message>
        <source>Medium</source>
        <translation>Medio</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Red</translation>
    </message>
    <message>
        <source>Rail</source>
        <translation>Carril</translation>
    </message>
    <message>
        <source>Search the cables</source>
        <translation>Buscar en los cables</translation>
    </message>
    <message>
        <source>Show only some cables</source>
        <translation>Mostrar solo algunos cables</translation>
    </message>
    <message>
        <source>Words, or node = dgx-014</source>
        <translation>Palabras, o nodo = dgx-014</translation>
    </message>
    <message>
        <source>from</source>
        <translation>desde</translation>
    </message>
    <message>
        <source>interface</source>
        <translation>interfaz</translation>
    </message>
    <message>
        <source>length</source>
        <translation>longitud</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>pérdida</translation>
    </message>
    <message>
        <source>medium</source>
        <translation>medio</translation>
    </message>
    <message>
        <source>network</source>
        <translation>red</translation>
    </message>
    <message>
        <source>network = {name}</source>
        <translation>red = {name}</translation>
    </message>
    <message>
        <source>node</source>
        <translation>nodo</translation>
    </message>
    <message>
        <source>number</source>
        <translation>número</translation>
    </message>
    <message>
        <source>of the selection</source>
        <translation>de la selección</translation>
    </message>
    <message>
        <source>phase</source>
        <translation>fase</translation>
    </message>
    <message>
        <source>port</source>
        <translation>puerto</translation>
    </message>
    <message>
        <source>rail</source>
        <translation>carril</translation>
    </message>
    <message>
        <source>route</source>
        <translation>recorrido</translation>
    </message>
    <message>
        <source>to</source>
        <translation>hasta</translation>
    </message>
    <message>
        <source>with problems</source>
        <translation>con problemas</translation>
    </message>
</context>
<context>
    <name>CableForm</name>
    <message>
        <source>At the far end</source>
        <translation>En el extremo lejano</translation>
    </message>
    <message>
        <source>At the near end</source>
        <translation>En el extremo cercano</translation>
    </message>
    <message>
        <source>Cable</source>
        <translation>Cable</translation>
    </message>
    <message>
        <source>Cable {number}</source>
        <translation>Cable {number}</translation>
    </message>
    <message>
        <source>Delay</source>
        <translation>Retardo</translation>
    </message>
    <message>
        <source>Go to the far end</source>
        <translation>Ir al extremo lejano</translation>
    </message>
    <message>
        <source>Go to the near end</source>
        <translation>Ir al extremo cercano</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Longitud</translation>
    </message>
    <message>
        <source>Module power</source>
        <translation>Potencia de módulos</translation>
    </message>
    <message>
        <source>No length is chosen yet.</source>
        <translation>Aún no se ha elegido longitud.</translation>
    </message>
    <message>
        <source>No length is chosen, or nobody says how fast the signal is.</source>
        <translation>No hay longitud elegida, o nadie dice lo rápida que es la señal.</translation>
    </message>
    <message>
        <source>No module is chosen, or its power is not known.</source>
        <translation>No hay módulo elegido, o no se conoce su potencia.</translation>
    </message>
    <message>
        <source>Nothing is chosen yet.</source>
        <translation>Aún no se ha elegido nada.</translation>
    </message>
    <message>
        <source>Nothing says where its ends stand.</source>
        <translation>Nada dice dónde están sus extremos.</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>Piezas</translation>
    </message>
    <message>
        <source>Path of the fibres</source>
        <translation>Recorrido de las fibras</translation>
    </message>
    <message>
        <source>Route</source>
        <translation>Recorrido</translation>
    </message>
    <message>
        <source>Show it on the floor</source>
        <translation>Mostrarlo en la planta</translation>
    </message>
    <message>
        <source>Show the verdict</source>
        <translation>Mostrar el veredicto</translation>
    </message>
    <message>
        <source>Spare length</source>
        <translation>Longitud sobrante</translation>
    </message>
    <message>
        <source>This cable</source>
        <translation>Este cable</translation>
    </message>
    <message>
        <source>Through</source>
        <translation>Por</translation>
    </message>
    <message>
        <source>Trace it from end to end</source>
        <translation>Seguirlo de extremo a extremo</translation>
    </message>
    <message>
        <source>inside the rack</source>
        <translation>dentro del rack</translation>
    </message>
    <message>
        <source>no way drawn: right angles above the racks</source>
        <translation>sin vía dibujada: ángulos rectos sobre los racks</translation>
    </message>
    <message>
        <source>rail {number}</source>
        <translation>carril {number}</translation>
    </message>
    <message>
        <source>type {polarity}</source>
        <translation>tipo {polarity}</translation>
    </message>
    <message>
        <source>{length}, with 2 × {slack} slack</source>
        <translation>{length}, con 2 × {slack} de holgura</translation>
    </message>
</context>
<context>
    <name>CableLabelsDialog</name>
    <message>
        <source>A .pdf holds sheets, .csv and .xlsx a list, .zpl is for label printers.</source>
        <translation>Un .pdf contiene hojas; .csv y .xlsx, una lista; .zpl es para impresoras de etiquetas.</translation>
    </message>
    <message>
        <source>After a version only cables that were plugged or moved since.</source>
        <translation>Tras elegir una versión, solo los cables conectados o movidos desde ella.</translation>
    </message>
    <message>
        <source>Build phase</source>
        <translation>Fase de obra</translation>
    </message>
    <message>
        <source>Cable labels</source>
        <translation>Etiquetas de cables</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Código</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Todo</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Archivo</translation>
    </message>
    <message>
        <source>Hall {name}</source>
        <translation>Sala {name}</translation>
    </message>
    <message>
        <source>Label printer</source>
        <translation>Impresora de etiquetas</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>Líneas</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Red</translation>
    </message>
    <message>
        <source>Of</source>
        <translation>De</translation>
    </message>
    <message>
        <source>One label for each end of each cable, in the order in which they are pulled.</source>
        <translation>Una etiqueta por cada extremo de cada cable, en el orden en que se tienden.</translation>
    </message>
    <message>
        <source>Own lines</source>
        <translation>Líneas propias</translation>
    </message>
    <message>
        <source>Plugged since</source>
        <translation>Conectados desde</translation>
    </message>
    <message>
        <source>Printed on</source>
        <translation>Impresas en</translation>
    </message>
    <message>
        <source>Style</source>
        <translation>Estilo</translation>
    </message>
    <message>
        <source>The selected racks: {count}</source>
        <translation>Los racks seleccionados: {count}</translation>
    </message>
    <message>
        <source>Used labels</source>
        <translation>Etiquetas usadas</translation>
    </message>
    <message>
        <source>Whenever they were laid</source>
        <translation>Tendidos en cualquier momento</translation>
    </message>
    <message>
        <source>With a QR code</source>
        <translation>Con código QR</translation>
    </message>
    <message>
        <source>{count} dpi</source>
        <translation>{count} ppp</translation>
    </message>
    <message>
        <source>{near.…} is the end with the label, {far.…} the other one; {near.u:02} fills up with zeros.</source>
        <translation>{near.…} es el extremo con la etiqueta, {far.…} el otro; {near.u:02} rellena con ceros.</translation>
    </message>
    <message>
        <source>“{line}” and {count} more lines do not fit and are shortened. Choose larger labels or less text.</source>
        <translation>«{line}» y {count} líneas más no caben y se acortan. Elija etiquetas más grandes o menos texto.</translation>
    </message>
</context>
<context>
    <name>CableProjectDialog</name>
    <message>
        <source>Added</source>
        <translation>Añadidos</translation>
    </message>
    <message>
        <source>Cable</source>
        <translation>Cablear</translation>
    </message>
    <message>
        <source>Cable again</source>
        <translation>Cablear de nuevo</translation>
    </message>
    <message>
        <source>Cable this project</source>
        <translation>Cablear este proyecto</translation>
    </message>
    <message>
        <source>Cable this project again</source>
        <translation>Cablear de nuevo este proyecto</translation>
    </message>
    <message>
        <source>Cables that are right stay, and so do those laid by hand. All of it is one step, which Undo takes back.</source>
        <translation>Los cables correctos se quedan, y también los tendidos a mano. Todo es un solo paso, que Deshacer revierte.</translation>
    </message>
    <message>
        <source>Cabling</source>
        <translation>Cableando</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Cambiados</translation>
    </message>
    <message>
        <source>How this site is cabled…</source>
        <translation>Cómo se cablea este sitio…</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>Quedan</translation>
    </message>
    <message>
        <source>Lead links over panels…</source>
        <translation>Llevar enlaces por paneles…</translation>
    </message>
    <message>
        <source>Longer</source>
        <translation>Más largos</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Red</translation>
    </message>
    <message>
        <source>Networks…</source>
        <translation>Redes…</translation>
    </message>
    <message>
        <source>No network is planned yet.</source>
        <translation>Aún no hay ninguna red planificada.</translation>
    </message>
    <message>
        <source>No network is planned yet. These follow from the systems and switches, and are planned in the same step:</source>
        <translation>Aún no hay ninguna red planificada. Estas se deducen de los sistemas y conmutadores, y se planifican en el mismo paso:</translation>
    </message>
    <message>
        <source>Nothing is chosen.</source>
        <translation>No hay nada elegido.</translation>
    </message>
    <message>
        <source>Removed</source>
        <translation>Quitados</translation>
    </message>
    <message>
        <source>Working out what would be laid…</source>
        <translation>Calculando qué se tendería…</translation>
    </message>
    <message>
        <source>{added} cables come, {removed} go, {kept} stay, {longer} of them longer.</source>
        <translation>{added} cables vienen, {removed} se van, {kept} se quedan, {longer} de ellos más largos.</translation>
    </message>
    <message>
        <source>{count} links without a cable type: {reason}</source>
        <translation>{count} enlaces sin tipo de cable: {reason}</translation>
    </message>
    <message>
        <source>{count} links yield to cables laid by hand.</source>
        <translation>{count} enlaces ceden ante cables tendidos a mano.</translation>
    </message>
</context>
<context>
    <name>CableScope</name>
    <message>
        <source>All networks</source>
        <translation>Todas las redes</translation>
    </message>
    <message>
        <source>All phases</source>
        <translation>Todas las fases</translation>
    </message>
    <message>
        <source>Only phase {phase}</source>
        <translation>Solo la fase {phase}</translation>
    </message>
    <message>
        <source>Up to phase {phase}</source>
        <translation>Hasta la fase {phase}</translation>
    </message>
</context>
<context>
    <name>CableVerdict</name>
    <message>
        <source>Apply to {count} like it</source>
        <translation>Aplicar a {count} iguales</translation>
    </message>
</context>
<context>
    <name>Cables</name>
    <message>
        <source>From</source>
        <translation>Desde</translation>
    </message>
    <message>
        <source>Interface</source>
        <translation>Interfaz</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Pérdida</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>Medio</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Red</translation>
    </message>
    <message>
        <source>No problem found</source>
        <translation>Sin problemas</translation>
    </message>
    <message>
        <source>No.</source>
        <translation>Núm.</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>Fase</translation>
    </message>
    <message>
        <source>Rail</source>
        <translation>Carril</translation>
    </message>
    <message>
        <source>Route</source>
        <translation>Recorrido</translation>
    </message>
    <message>
        <source>Stock</source>
        <translation>Comercial</translation>
    </message>
    <message>
        <source>There is a remark about this cable</source>
        <translation>Hay una observación sobre este cable</translation>
    </message>
    <message>
        <source>This cable has a warning</source>
        <translation>Este cable tiene un aviso</translation>
    </message>
    <message>
        <source>This cable has an error</source>
        <translation>Este cable tiene un error</translation>
    </message>
    <message>
        <source>To, port</source>
        <translation>Hasta, puerto</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Veredicto</translation>
    </message>
</context>
<context>
    <name>CablesDock</name>
    <message>
        <source>Cable this project…</source>
        <translation>Cablear este proyecto…</translation>
    </message>
    <message>
        <source>Cables</source>
        <translation>Cables</translation>
    </message>
    <message>
        <source>Lay all links of the networks at once, or drag from port to port in the strip of ports.</source>
        <translation>Tienda de una vez todos los enlaces de las redes, o arrastre de puerto a puerto en la tira de puertos.</translation>
    </message>
    <message>
        <source>No cable fits the filter</source>
        <translation>Ningún cable cumple el filtro</translation>
    </message>
    <message>
        <source>No cables yet</source>
        <translation>Aún no hay cables</translation>
    </message>
    <message>
        <source>No project open</source>
        <translation>Ningún proyecto abierto</translation>
    </message>
    <message>
        <source>Plan a network first, or drag from port to port in the strip of ports.</source>
        <translation>Planifique antes una red, o arrastre de puerto a puerto en la tira de puertos.</translation>
    </message>
    <message>
        <source>Show all cables</source>
        <translation>Mostrar todos los cables</translation>
    </message>
    <message>
        <source>Show how many cables of each length there are</source>
        <translation>Mostrar cuántos cables hay de cada longitud</translation>
    </message>
    <message>
        <source>{count} are hidden.</source>
        <translation>{count} ocultos.</translation>
    </message>
    <message>
        <source>{shown} of {total}</source>
        <translation>{shown} de {total}</translation>
    </message>
</context>
<context>
    <name>CablesForm</name>
    <message>
        <source>At the far end</source>
        <translation>En el extremo lejano</translation>
    </message>
    <message>
        <source>At the near end</source>
        <translation>En el extremo cercano</translation>
    </message>
    <message>
        <source>Build phase</source>
        <translation>Fase de obra</translation>
    </message>
    <message>
        <source>Cable</source>
        <translation>Cable</translation>
    </message>
    <message>
        <source>Chosen</source>
        <translation>Elegido</translation>
    </message>
    <message>
        <source>Length bought</source>
        <translation>Longitud comprada</translation>
    </message>
    <message>
        <source>Nothing is chosen yet.</source>
        <translation>Aún no se ha elegido nada.</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>Piezas</translation>
    </message>
    <message>
        <source>Set for all</source>
        <translation>Fijar para todos</translation>
    </message>
    <message>
        <source>by hand</source>
        <translation>a mano</translation>
    </message>
    <message>
        <source>by the program</source>
        <translation>por el programa</translation>
    </message>
    <message>
        <source>not chosen</source>
        <translation>sin elegir</translation>
    </message>
    <message>
        <source>several</source>
        <translation>varios</translation>
    </message>
    <message>
        <source>several ({count})</source>
        <translation>varios ({count})</translation>
    </message>
</context>
<context>
    <name>CablesView</name>
    <message>
        <source>Cables</source>
        <translation>Cables</translation>
    </message>
</context>
<context>
    <name>Catalog</name>
    <message>
        <source>Bandwidth</source>
        <translation>Ancho de banda</translation>
    </message>
    <message>
        <source>Footprint</source>
        <translation>Huella</translation>
    </message>
    <message>
        <source>F→R</source>
        <translation>F→T</translation>
    </message>
    <message>
        <source>In this project</source>
        <translation>En este proyecto</translation>
    </message>
    <message>
        <source>Power, max</source>
        <translation>Pot. máxima</translation>
    </message>
    <message>
        <source>R→F</source>
        <translation>T→F</translation>
    </message>
    <message>
        <source>Supplies</source>
        <translation>Fuentes</translation>
    </message>
</context>
<context>
    <name>CatalogCommands</name>
    <message>
        <source>Delete</source>
        <translation>Eliminar</translation>
    </message>
    <message>
        <source>Delete {model}?</source>
        <translation>¿Eliminar {model}?</translation>
    </message>
    <message>
        <source>The entry of the program that it stands before comes back. This cannot be undone.</source>
        <translation>Vuelve la entrada del programa a la que tapaba. No se puede deshacer.</translation>
    </message>
    <message>
        <source>This cannot be undone. Projects that use it keep their copy.</source>
        <translation>No se puede deshacer. Los proyectos que lo usan conservan su copia.</translation>
    </message>
</context>
<context>
    <name>CatalogDock</name>
    <message>
        <source>Catalog</source>
        <translation>Catálogo</translation>
    </message>
    <message>
        <source>Fewer or shorter words find more.</source>
        <translation>Con menos palabras, o más cortas, se encuentra más.</translation>
    </message>
    <message>
        <source>Model, vendor, kind</source>
        <translation>Modelo, marca, tipo</translation>
    </message>
    <message>
        <source>Nothing fits these words</source>
        <translation>Nada coincide con esas palabras</translation>
    </message>
    <message>
        <source>Opening the catalog …</source>
        <translation>Abriendo el catálogo…</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>Piezas</translation>
    </message>
    <message>
        <source>Search the catalog</source>
        <translation>Buscar en el catálogo</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>Mostrar todo</translation>
    </message>
    <message>
        <source>{found} of {total}</source>
        <translation>{found} de {total}</translation>
    </message>
</context>
<context>
    <name>CatalogExchange</name>
    <message numerus="yes">
        <source>%n is(are) hidden by others of the same key: {keys}.</source>
        <translation>
            <numerusform>%n queda oculto tras otro de la misma clave: {keys}.</numerusform>
            <numerusform>%n quedan ocultos tras otros de la misma clave: {keys}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n type(s) of {name} are in the catalog now.</source>
        <translation>
            <numerusform>%n tipo de {name} está ahora en el catálogo.</numerusform>
            <numerusform>%n tipos de {name} están ahora en el catálogo.</numerusform>
        </translation>
    </message>
    <message>
        <source>Give types away</source>
        <translation>Dar tipos a otros</translation>
    </message>
    <message>
        <source>Import a library</source>
        <translation>Importar una biblioteca</translation>
    </message>
    <message>
        <source>It lies at {path}.</source>
        <translation>Está en {path}.</translation>
    </message>
    <message>
        <source>NetBox types (*.zip *.yaml *.yml)</source>
        <translation>Tipos de NetBox (*.zip *.yaml *.yml)</translation>
    </message>
    <message>
        <source>Projects that use its types keep their copies. It can be imported again.</source>
        <translation>Los proyectos que usan sus tipos conservan sus copias. Se puede volver a importar.</translation>
    </message>
    <message>
        <source>Reading {file}</source>
        <translation>Leyendo {file}</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Quitar</translation>
    </message>
    <message>
        <source>Remove the library {name}?</source>
        <translation>¿Quitar la biblioteca {name}?</translation>
    </message>
    <message>
        <source>Take types from a file</source>
        <translation>Traer tipos desde un archivo</translation>
    </message>
    <message>
        <source>Text, parted by commas (*.csv)</source>
        <translation>Texto separado por comas (*.csv)</translation>
    </message>
    <message>
        <source>Types (*.yaml *.yml *.csv *.xlsx)</source>
        <translation>Tipos (*.yaml *.yml *.csv *.xlsx)</translation>
    </message>
    <message>
        <source>Types of GPU Desk (*.yaml)</source>
        <translation>Tipos de GPU Desk (*.yaml)</translation>
    </message>
    <message>
        <source>Workbook (*.xlsx)</source>
        <translation>Libro de cálculo (*.xlsx)</translation>
    </message>
    <message>
        <source>Write the comparison</source>
        <translation>Escribir la comparación</translation>
    </message>
    <message>
        <source>Write types as a table</source>
        <translation>Escribir tipos como tabla</translation>
    </message>
    <message>
        <source>Writing {file}</source>
        <translation>Escribiendo {file}</translation>
    </message>
    <message>
        <source>{count} files, the first at {path}.</source>
        <translation>{count} archivos; el primero está en {path}.</translation>
    </message>
    <message>
        <source>{path} cannot be read: {reason}</source>
        <translation>{path} no se puede leer: {reason}</translation>
    </message>
    <message>
        <source>{path} cannot be written: {reason}</source>
        <translation>{path} no se puede escribir: {reason}</translation>
    </message>
</context>
<context>
    <name>CatalogFilters</name>
    <message>
        <source>Catalog</source>
        <translation>Catálogo</translation>
    </message>
    <message>
        <source>Catalog of the program</source>
        <translation>Catálogo del programa</translation>
    </message>
    <message>
        <source>Families, vendors and origins</source>
        <translation>Familias, fabricantes y orígenes</translation>
    </message>
    <message>
        <source>Family</source>
        <translation>Familia</translation>
    </message>
    <message>
        <source>Figures from and to</source>
        <translation>Cifras desde y hasta</translation>
    </message>
    <message>
        <source>Filters</source>
        <translation>Filtros</translation>
    </message>
    <message>
        <source>Imported libraries</source>
        <translation>Bibliotecas importadas</translation>
    </message>
    <message>
        <source>Model, vendor, kind</source>
        <translation>Modelo, marca, clase</translation>
    </message>
    <message>
        <source>Search the catalog</source>
        <translation>Buscar en el catálogo</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>Mostrar todo</translation>
    </message>
    <message>
        <source>Vendor</source>
        <translation>Fabricante</translation>
    </message>
    <message>
        <source>Where it comes from</source>
        <translation>De dónde viene</translation>
    </message>
    <message>
        <source>Your own entries</source>
        <translation>Entradas propias</translation>
    </message>
    <message>
        <source>{fact} is missing</source>
        <translation>falta: {fact}</translation>
    </message>
    <message>
        <source>{found} of {total}</source>
        <translation>{found} de {total}</translation>
    </message>
</context>
<context>
    <name>CatalogPlace</name>
    <message>
        <source>Compare</source>
        <translation>Comparar</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportar</translation>
    </message>
    <message>
        <source>Fewer or shorter words find more.</source>
        <translation>Con menos palabras o más cortas se encuentra más.</translation>
    </message>
    <message>
        <source>Filters in force</source>
        <translation>Filtros activos</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importar</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>Bibliotecas</translation>
    </message>
    <message>
        <source>Missing facts</source>
        <translation>Datos que faltan</translation>
    </message>
    <message>
        <source>Nothing fits these words and filters</source>
        <translation>Nada encaja con estas palabras y filtros</translation>
    </message>
    <message>
        <source>Opening the catalog …</source>
        <translation>Abriendo el catálogo…</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>Mostrar todo</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Herramientas</translation>
    </message>
    <message>
        <source>Types</source>
        <translation>Tipos</translation>
    </message>
    <message>
        <source>Views of the catalog</source>
        <translation>Vistas del catálogo</translation>
    </message>
</context>
<context>
    <name>CatalogSource</name>
    <message>
        <source>Building the catalog</source>
        <translation>Creando el catálogo</translation>
    </message>
</context>
<context>
    <name>ChooseCoolingDialog</name>
    <message>
        <source>Air</source>
        <translation>Aire</translation>
    </message>
    <message>
        <source>Choose what cools it</source>
        <translation>Elegir qué lo refrigera</translation>
    </message>
    <message>
        <source>Let it cool</source>
        <translation>Refrigerar así</translation>
    </message>
    <message>
        <source>Loop</source>
        <translation>Circuito</translation>
    </message>
    <message>
        <source>There is no air yet: propose cooling, or add it.</source>
        <translation>Aún no hay aire: proponga refrigeración o añádalo.</translation>
    </message>
    <message>
        <source>There is no loop yet: propose cooling, or add it.</source>
        <translation>Aún no hay circuito: proponga refrigeración o añádalo.</translation>
    </message>
    <message>
        <source>leave as it is</source>
        <translation>dejar como está</translation>
    </message>
</context>
<context>
    <name>Codes</name>
    <message>
        <source>asset number</source>
        <translation>n.º de activo</translation>
    </message>
    <message>
        <source>bend radius</source>
        <translation>radio de curvatura</translation>
    </message>
    <message>
        <source>build phase</source>
        <translation>fase de obra</translation>
    </message>
    <message>
        <source>clear height</source>
        <translation>altura libre</translation>
    </message>
    <message>
        <source>clear width</source>
        <translation>anchura libre</translation>
    </message>
    <message>
        <source>depth</source>
        <translation>fondo</translation>
    </message>
    <message>
        <source>device</source>
        <translation>equipo</translation>
    </message>
    <message>
        <source>direction</source>
        <translation>dirección</translation>
    </message>
    <message>
        <source>error</source>
        <translation>error</translation>
    </message>
    <message>
        <source>floor item</source>
        <translation>elemento de la planta</translation>
    </message>
    <message>
        <source>floor tile</source>
        <translation>losa del suelo</translation>
    </message>
    <message>
        <source>hall</source>
        <translation>sala</translation>
    </message>
    <message>
        <source>height</source>
        <translation>altura</translation>
    </message>
    <message>
        <source>load a metre</source>
        <translation>carga por metro</translation>
    </message>
    <message>
        <source>name</source>
        <translation>nombre</translation>
    </message>
    <message>
        <source>note</source>
        <translation>nota</translation>
    </message>
    <message>
        <source>notes</source>
        <translation>notas</translation>
    </message>
    <message>
        <source>off</source>
        <translation>desactivada</translation>
    </message>
    <message>
        <source>pattern of rack names</source>
        <translation>patrón de nombres de racks</translation>
    </message>
    <message>
        <source>picture under the plan</source>
        <translation>imagen bajo el plano</translation>
    </message>
    <message>
        <source>place across the hall</source>
        <translation>posición a lo ancho de la sala</translation>
    </message>
    <message>
        <source>place along the hall</source>
        <translation>posición a lo largo de la sala</translation>
    </message>
    <message>
        <source>planned fill</source>
        <translation>ocupación prevista</translation>
    </message>
    <message>
        <source>point load of the floor</source>
        <translation>carga puntual del suelo</translation>
    </message>
    <message>
        <source>rack</source>
        <translation>rack</translation>
    </message>
    <message>
        <source>rail distance</source>
        <translation>distancia entre rieles</translation>
    </message>
    <message>
        <source>raised floor</source>
        <translation>suelo técnico</translation>
    </message>
    <message>
        <source>reason</source>
        <translation>motivo</translation>
    </message>
    <message>
        <source>reservation</source>
        <translation>reserva</translation>
    </message>
    <message>
        <source>role</source>
        <translation>función</translation>
    </message>
    <message>
        <source>rolling load of the floor</source>
        <translation>carga rodante del suelo</translation>
    </message>
    <message>
        <source>row</source>
        <translation>fila</translation>
    </message>
    <message>
        <source>serial number</source>
        <translation>n.º de serie</translation>
    </message>
    <message>
        <source>status</source>
        <translation>estado</translation>
    </message>
    <message>
        <source>uniform load of the floor</source>
        <translation>carga uniforme del suelo</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>aviso</translation>
    </message>
    <message>
        <source>way for cables</source>
        <translation>vía de cables</translation>
    </message>
    <message>
        <source>what it carries</source>
        <translation>lo que lleva</translation>
    </message>
    <message>
        <source>width</source>
        <translation>anchura</translation>
    </message>
</context>
<context>
    <name>CompareCommands</name>
    <message>
        <source>Panels</source>
        <translation>Paneles</translation>
    </message>
    <message>
        <source>Text, parted by commas (*.csv)</source>
        <translation>Texto separado por comas (*.csv)</translation>
    </message>
    <message>
        <source>Write the differences</source>
        <translation>Guardar las diferencias</translation>
    </message>
    <message>
        <source>differences</source>
        <translation>diferencias</translation>
    </message>
</context>
<context>
    <name>CompareDialog</name>
    <message>
        <source>Another file…</source>
        <translation>Otro archivo…</translation>
    </message>
    <message>
        <source>Before a step of the history</source>
        <translation>Antes de un paso del historial</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Comparar</translation>
    </message>
    <message>
        <source>Compare with a file</source>
        <translation>Comparar con un archivo</translation>
    </message>
    <message>
        <source>Compare with…</source>
        <translation>Comparar con…</translation>
    </message>
    <message>
        <source>GPU Desk projects (*{suffix})</source>
        <translation>Proyectos de GPU Desk (*{suffix})</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Nota</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Estado</translation>
    </message>
    <message>
        <source>States</source>
        <translation>Estados</translation>
    </message>
    <message>
        <source>Versions of this project</source>
        <translation>Versiones de este proyecto</translation>
    </message>
    <message>
        <source>What came, went, moved and changed since then is shown on the floor and among the racks.</source>
        <translation>En la planta y en los racks se ve qué es nuevo, qué se quitó, qué se movió y qué cambió desde entonces.</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Cuándo</translation>
    </message>
    <message>
        <source>before “{step}”</source>
        <translation>antes de «{step}»</translation>
    </message>
</context>
<context>
    <name>CompareStrip</name>
    <message>
        <source>Compare no longer</source>
        <translation>Dejar de comparar</translation>
    </message>
    <message>
        <source>Compared with “{name}”</source>
        <translation>Comparado con «{name}»</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Listo</translation>
    </message>
    <message>
        <source>Next difference</source>
        <translation>Diferencia siguiente</translation>
    </message>
    <message>
        <source>Nothing differs from “{name}”</source>
        <translation>Nada difiere de «{name}»</translation>
    </message>
    <message>
        <source>Previous difference</source>
        <translation>Diferencia anterior</translation>
    </message>
</context>
<context>
    <name>Comparing</name>
    <message>
        <source>Comparing with {name}</source>
        <translation>Comparando con {name}</translation>
    </message>
</context>
<context>
    <name>Comparison</name>
    <message>
        <source>Contains</source>
        <translation>Contiene</translation>
    </message>
    <message>
        <source>Fact</source>
        <translation>Dato</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Clave</translation>
    </message>
    <message>
        <source>Part numbers</source>
        <translation>Referencias</translation>
    </message>
    <message>
        <source>Ports</source>
        <translation>Puertos</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Unidad</translation>
    </message>
    <message>
        <source>{model}: confidence</source>
        <translation>{model}: confianza</translation>
    </message>
    <message>
        <source>{model}: source</source>
        <translation>{model}: fuente</translation>
    </message>
</context>
<context>
    <name>ComparisonView</name>
    <message>
        <source>All facts</source>
        <translation>Todos los datos</translation>
    </message>
    <message>
        <source>Choose several in the table (Ctrl or Shift and click) and press C; at most {most}.</source>
        <translation>Elija varios en la tabla (Ctrl o Mayús y clic) y pulse C; como mucho {most}.</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Comparación</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>Diferencias</translation>
    </message>
    <message>
        <source>Fact</source>
        <translation>Dato</translation>
    </message>
    <message>
        <source>Facts shown</source>
        <translation>Datos mostrados</translation>
    </message>
    <message>
        <source>Two or more types stand here side by side</source>
        <translation>Aquí se ven dos o más tipos lado a lado</translation>
    </message>
    <message>
        <source>Types compared</source>
        <translation>Tipos comparados</translation>
    </message>
</context>
<context>
    <name>CoolingCommands</name>
    <message numerus="yes">
        <source>%n of them find no place on the floor: make the hall larger, or choose units that stand elsewhere.</source>
        <translation>
            <numerusform>%n de ellas no encuentra sitio en el suelo: amplíe la sala o elija unidades que vayan en otro sitio.</numerusform>
            <numerusform>%n de ellas no encuentran sitio en el suelo: amplíe la sala o elija unidades que vayan en otro sitio.</numerusform>
        </translation>
    </message>
    <message>
        <source>Added: {units}</source>
        <translation>Añadido: {units}</translation>
    </message>
    <message>
        <source>Every unit that goes on a floor stands there.</source>
        <translation>Todas las unidades que van en el suelo ya están en él.</translation>
    </message>
    <message>
        <source>For {heat} no unit of known capacity was found.</source>
        <translation>Para {heat} no se encontró ninguna unidad de capacidad conocida.</translation>
    </message>
    <message>
        <source>Nothing is lacking: no unit was added.</source>
        <translation>No falta nada: no se añadió ninguna unidad.</translation>
    </message>
</context>
<context>
    <name>CoolingFigures</name>
    <message>
        <source>Efficiency of pumps</source>
        <translation>Rendimiento de las bombas</translation>
    </message>
    <message>
        <source>Fans of rear doors</source>
        <translation>Ventiladores de las puertas traseras</translation>
    </message>
    <message>
        <source>Fans of room units</source>
        <translation>Ventiladores de las unidades de sala</translation>
    </message>
    <message>
        <source>Head of the building&apos;s water</source>
        <translation>Presión de bombeo del agua del edificio</translation>
    </message>
    <message>
        <source>Head of the loops to devices</source>
        <translation>Presión de bombeo de los circuitos a los equipos</translation>
    </message>
    <message>
        <source>Light, control, offices</source>
        <translation>Luz, control, oficinas</translation>
    </message>
    <message>
        <source>Losses of UPS and distribution</source>
        <translation>Pérdidas de SAI y distribución</translation>
    </message>
    <message>
        <source>Rise of the building&apos;s water</source>
        <translation>Salto térmico del agua del edificio</translation>
    </message>
    <message>
        <source>Water to coolant units</source>
        <translation>Agua a las CDU</translation>
    </message>
    <message>
        <source>Water to rear doors</source>
        <translation>Agua a las puertas traseras</translation>
    </message>
    <message>
        <source>Water to room units</source>
        <translation>Agua a las unidades de sala</translation>
    </message>
    <message>
        <source>What a rear door may leave to room air</source>
        <translation>Lo que una puerta puede dejar al aire de sala</translation>
    </message>
    <message>
        <source>What room air carries from a rack</source>
        <translation>Lo que el aire de sala retira de un rack</translation>
    </message>
</context>
<context>
    <name>CoolingForm</name>
    <message>
        <source>Airflow</source>
        <translation>Caudal de aire</translation>
    </message>
    <message>
        <source>Can be taken</source>
        <translation>Se puede retirar</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>Capacidad</translation>
    </message>
    <message>
        <source>Coolant</source>
        <translation>Refrigerante</translation>
    </message>
    <message>
        <source>Cooled by</source>
        <translation>Refrigerado por</translation>
    </message>
    <message>
        <source>Cools</source>
        <translation>Refrigera</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>Cifras</translation>
    </message>
    <message>
        <source>Flow</source>
        <translation>Caudal</translation>
    </message>
    <message>
        <source>Heat</source>
        <translation>Calor</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notas</translation>
    </message>
    <message>
        <source>Now</source>
        <translation>Ahora</translation>
    </message>
    <message>
        <source>Part of the cooling</source>
        <translation>Parte de la refrigeración</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Alimentación</translation>
    </message>
    <message>
        <source>Redundancy</source>
        <translation>Redundancia</translation>
    </message>
    <message>
        <source>Rise</source>
        <translation>Calentamiento</translation>
    </message>
    <message>
        <source>Second power</source>
        <translation>Segunda alimentación</translation>
    </message>
    <message>
        <source>Side</source>
        <translation>Lado</translation>
    </message>
    <message>
        <source>Supplies</source>
        <translation>Suministra a</translation>
    </message>
    <message>
        <source>Supply</source>
        <translation>Impulsión</translation>
    </message>
    <message>
        <source>Volume</source>
        <translation>Volumen</translation>
    </message>
    <message>
        <source>as the type says</source>
        <translation>según el tipo</translation>
    </message>
    <message>
        <source>by its cords, or not known</source>
        <translation>por sus cables o desconocida</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>no se sabe</translation>
    </message>
    <message>
        <source>not known; counts as enough</source>
        <translation>no se sabe; se da por suficiente</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nada</translation>
    </message>
    <message>
        <source>site sheet</source>
        <translation>ficha del emplazamiento</translation>
    </message>
    <message>
        <source>the usual one</source>
        <translation>el habitual</translation>
    </message>
</context>
<context>
    <name>CoolingModel</name>
    <message>
        <source>Air or liquid that devices ask for</source>
        <translation>Aire o líquido que piden los equipos</translation>
    </message>
    <message>
        <source>Air that is blown, or liquid that is moved</source>
        <translation>Aire que se impulsa o líquido que se mueve</translation>
    </message>
    <message>
        <source>Asked for</source>
        <translation>Se pide</translation>
    </message>
    <message>
        <source>Can be taken</source>
        <translation>Se puede retirar</translation>
    </message>
    <message>
        <source>Hall</source>
        <translation>Sala</translation>
    </message>
    <message>
        <source>Heat</source>
        <translation>Calor</translation>
    </message>
    <message>
        <source>Its own fans and pumps</source>
        <translation>Sus propios ventiladores y bombas</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Clase</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Carga</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>Not cooled</source>
        <translation>Sin refrigerar</translation>
    </message>
    <message>
        <source>Not known; it counts as enough.</source>
        <translation>No se sabe; se da por suficiente.</translation>
    </message>
    <message>
        <source>On the floor</source>
        <translation>En el suelo</translation>
    </message>
    <message>
        <source>Rack</source>
        <translation>Rack</translation>
    </message>
    <message>
        <source>Spare</source>
        <translation>Reserva</translation>
    </message>
    <message>
        <source>The heat by what can be taken, or what flows by what is asked for: the tighter of both</source>
        <translation>El calor respecto a lo que se puede retirar, o lo pedido respecto a lo que fluye: lo más ajustado</translation>
    </message>
    <message>
        <source>The heat of a hall or a rack, what air or a loop is given, what a unit moves</source>
        <translation>El calor de una sala o un rack, lo que recibe un aire o circuito, lo que mueve una unidad</translation>
    </message>
    <message>
        <source>The weightiest problem of each</source>
        <translation>El problema más grave de cada uno</translation>
    </message>
    <message>
        <source>There is</source>
        <translation>Hay</translation>
    </message>
    <message>
        <source>What it is meant to be, and how many of its largest units it can do without</source>
        <translation>Lo previsto y de cuántas de sus unidades mayores puede prescindir</translation>
    </message>
    <message>
        <source>What units can take away; of racks and halls what is taken</source>
        <translation>Lo que pueden retirar las unidades; de racks y salas, lo que se retira</translation>
    </message>
    <message>
        <source>{watts}, {btu} BTU/h, {tons} tons</source>
        <translation>{watts}, {btu} BTU/h, {tons} toneladas</translation>
    </message>
</context>
<context>
    <name>CoolingPage</name>
    <message>
        <source>Add to the cooling…</source>
        <translation>Añadir a la refrigeración…</translation>
    </message>
    <message>
        <source>Air and loops are listed here by hall, with their units and the racks that they cool. None is planned yet.</source>
        <translation>Aquí se listan por sala los aires y circuitos, con sus unidades y los racks que refrigeran. Aún no se ha previsto ninguno.</translation>
    </message>
    <message>
        <source>Cooling</source>
        <translation>Refrigeración</translation>
    </message>
    <message>
        <source>Nothing falls short</source>
        <translation>No falta nada</translation>
    </message>
    <message>
        <source>Nothing fits these words and filters</source>
        <translation>Nada coincide con estas palabras y filtros</translation>
    </message>
    <message>
        <source>Only what falls short</source>
        <translation>Solo lo insuficiente</translation>
    </message>
    <message>
        <source>Propose cooling</source>
        <translation>Proponer refrigeración</translation>
    </message>
    <message>
        <source>Search by name</source>
        <translation>Buscar por nombre</translation>
    </message>
    <message>
        <source>Search in the cooling</source>
        <translation>Buscar en la refrigeración</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>Mostrar todo</translation>
    </message>
    <message>
        <source>power of {count} devices not known</source>
        <translation>potencia desconocida de {count} equipos</translation>
    </message>
    <message>
        <source>{count} fall short</source>
        <translation>{count} insuficientes</translation>
    </message>
    <message>
        <source>{heat} to air and {liquid} to liquid</source>
        <translation>{heat} al aire y {liquid} al líquido</translation>
    </message>
</context>
<context>
    <name>CoolingPaints</name>
    <message>
        <source>10 to 30 %</source>
        <translation>del 10 al 30 %</translation>
    </message>
    <message>
        <source>30 % or more</source>
        <translation>30 % o más</translation>
    </message>
    <message>
        <source>Cooled by {names}</source>
        <translation>Lo refrigera {names}</translation>
    </message>
    <message>
        <source>Cools {name}: {moved} of {able}</source>
        <translation>Refrigera {name}: {moved} de {able}</translation>
    </message>
    <message>
        <source>Margin without the spare: {margin}</source>
        <translation>Margen sin la reserva: {margin}</translation>
    </message>
    <message>
        <source>Nothing cools it</source>
        <translation>Nada lo refrigera</translation>
    </message>
    <message>
        <source>lacks, or lacks its spare</source>
        <translation>falta, o falta su reserva</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>no se sabe</translation>
    </message>
    <message>
        <source>nothing cools it</source>
        <translation>nada lo refrigera</translation>
    </message>
    <message>
        <source>others, or without heat</source>
        <translation>otros, o sin calor</translation>
    </message>
    <message>
        <source>rear doors</source>
        <translation>puertas traseras</translation>
    </message>
    <message>
        <source>the heat is not borne even with all units</source>
        <translation>el calor no se evacúa ni con todas las unidades</translation>
    </message>
    <message>
        <source>under 10 % beyond its spare</source>
        <translation>menos del 10 % además de la reserva</translation>
    </message>
    <message>
        <source>{level} is kept</source>
        <translation>se mantiene {level}</translation>
    </message>
    <message>
        <source>{level} is not kept: the heat is borne with all units only</source>
        <translation>no se mantiene {level}: el calor solo se evacúa con todas las unidades</translation>
    </message>
</context>
<context>
    <name>CoolingTable</name>
    <message>
        <source>Cooling of halls, with its units and racks</source>
        <translation>Refrigeración de las salas, con sus unidades y racks</translation>
    </message>
</context>
<context>
    <name>CoolingVariantsDialog</name>
    <message>
        <source>Approach of cooling towers</source>
        <translation>Aproximación de las torres de refrigeración</translation>
    </message>
    <message>
        <source>Approach of dry coolers</source>
        <translation>Aproximación de los aerorrefrigeradores</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportar…</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>Magnitud</translation>
    </message>
    <message>
        <source>Known</source>
        <translation>Certeza</translation>
    </message>
    <message>
        <source>Outdoor air, mean of the year</source>
        <translation>Aire exterior, media anual</translation>
    </message>
    <message>
        <source>Power for: {purpose}</source>
        <translation>Potencia para: {purpose}</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>Lado a lado</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Fuente</translation>
    </message>
    <message>
        <source>Text, parted by commas (*.csv)</source>
        <translation>Texto separado por comas (*.csv)</translation>
    </message>
    <message>
        <source>The figures lie at {path}.</source>
        <translation>Las cifras están en {path}.</translation>
    </message>
    <message>
        <source>The same project on room air, on rear doors and with cold plates on its GPU systems; what needs liquid takes it in each.</source>
        <translation>El mismo proyecto con aire de sala, con puertas traseras y con placas frías en sus sistemas GPU; lo que necesita líquido lo recibe siempre.</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>Unidades</translation>
    </message>
    <message>
        <source>Units, with spares</source>
        <translation>Unidades, con reservas</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Valor</translation>
    </message>
    <message>
        <source>Views of the ways of cooling</source>
        <translation>Vistas de las formas de refrigerar</translation>
    </message>
    <message>
        <source>Ways of cooling</source>
        <translation>Formas de refrigerar</translation>
    </message>
    <message>
        <source>What it rests on</source>
        <translation>En qué se basa</translation>
    </message>
    <message>
        <source>Write the ways of cooling</source>
        <translation>Escribir las formas de refrigerar</translation>
    </message>
    <message>
        <source>direct liquid asks for cold plates on systems cooled by air: {heat}</source>
        <translation>el líquido directo pide placas frías en sistemas hoy por aire: {heat}</translation>
    </message>
    <message>
        <source>the power of {count} devices is not known</source>
        <translation>no se conoce la potencia de {count} equipos</translation>
    </message>
    <message>
        <source>unit</source>
        <translation>unidad</translation>
    </message>
    <message>
        <source>ways of cooling</source>
        <translation>formas de refrigerar</translation>
    </message>
    <message>
        <source>{heat} of heat in {racks} racks</source>
        <translation>{heat} de calor en {racks} racks</translation>
    </message>
    <message>
        <source>{power} on average</source>
        <translation>{power} de media</translation>
    </message>
</context>
<context>
    <name>CrashDialog</name>
    <message>
        <source>Copied</source>
        <translation>Copiado</translation>
    </message>
    <message>
        <source>Copy the report</source>
        <translation>Copiar el informe</translation>
    </message>
    <message>
        <source>Every edit that was done is kept in the file; the last one was not done. You can go on, or quit and start again.</source>
        <translation>Todos los cambios hechos están en el archivo; el último no llegó a hacerse. Se puede seguir, o salir y volver a empezar.</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Seguir</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Salir</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Informe</translation>
    </message>
    <message>
        <source>Something went wrong that should not</source>
        <translation>Ha fallado algo que no debía</translation>
    </message>
    <message>
        <source>The report could not be written to a file.</source>
        <translation>No se pudo escribir el informe en un archivo.</translation>
    </message>
    <message>
        <source>The report lies at {path}. Nothing of your project is in it.</source>
        <translation>El informe está en {path}. No contiene nada del proyecto.</translation>
    </message>
</context>
<context>
    <name>DeleteFromPowerDialog</name>
    <message numerus="yes">
        <source>%n part(s) hang on it, directly or further down.</source>
        <translation>
            <numerusform>%n parte cuelga de ella, directamente o más abajo.</numerusform>
            <numerusform>%n partes cuelgan de ella, directamente o más abajo.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n part(s)</source>
        <translation>
            <numerusform>Eliminar %n parte</numerusform>
            <numerusform>Eliminar las %n partes</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete {names}</source>
        <translation>Eliminar {names}</translation>
    </message>
    <message>
        <source>Hang them on what feeds it</source>
        <translation>Colgarlas de lo que la alimenta</translation>
    </message>
    <message>
        <source>Hang them on {name}</source>
        <translation>Colgarlas de {name}</translation>
    </message>
    <message>
        <source>Let them hang on nothing</source>
        <translation>Dejarlas sin origen</translation>
    </message>
</context>
<context>
    <name>DeleteRowsDialog</name>
    <message numerus="yes">
        <source>%n device(s)</source>
        <translation>
            <numerusform>%n equipo</numerusform>
            <numerusform>%n equipos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n feed(s) of nothing else</source>
        <translation>
            <numerusform>%n circuito sin otro uso</numerusform>
            <numerusform>%n circuitos sin otro uso</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rack(s)</source>
        <translation>
            <numerusform>%n rack</numerusform>
            <numerusform>%n racks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n row(s)</source>
        <translation>
            <numerusform>Eliminar %n fila</numerusform>
            <numerusform>Eliminar %n filas</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete with the racks</source>
        <translation>Eliminar con los racks</translation>
    </message>
    <message>
        <source>In {rows}: {content}.</source>
        <translation>En {rows}: {content}.</translation>
    </message>
    <message>
        <source>Let the racks stay</source>
        <translation>Dejar los racks</translation>
    </message>
</context>
<context>
    <name>DeskDialog</name>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
</context>
<context>
    <name>DeviceForm</name>
    <message>
        <source>Face</source>
        <translation>Cara</translation>
    </message>
    <message>
        <source>Lowest unit</source>
        <translation>Unidad inferior</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>Colocación</translation>
    </message>
    <message>
        <source>Rack</source>
        <translation>Rack</translation>
    </message>
    <message>
        <source>Rack {name}</source>
        <translation>Rack {name}</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>Función</translation>
    </message>
    <message>
        <source>Select rack {name}</source>
        <translation>Seleccionar el rack {name}</translation>
    </message>
    <message>
        <source>Side</source>
        <translation>Lado</translation>
    </message>
    <message>
        <source>not placed</source>
        <translation>sin colocar</translation>
    </message>
    <message>
        <source>phase {number}</source>
        <translation>fase {number}</translation>
    </message>
    <message>
        <source>rack {name}</source>
        <translation>rack {name}</translation>
    </message>
</context>
<context>
    <name>Differences</name>
    <message>
        <source>Came</source>
        <translation>Nuevos</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Cambiados</translation>
    </message>
    <message>
        <source>Moved</source>
        <translation>Movidos</translation>
    </message>
    <message>
        <source>Went</source>
        <translation>Idos</translation>
    </message>
    <message>
        <source>airflow, m³/h</source>
        <translation>caudal de aire, m³/h</translation>
    </message>
    <message>
        <source>alternate</source>
        <translation>alternativa</translation>
    </message>
    <message>
        <source>and {count} more</source>
        <translation>y {count} más</translation>
    </message>
    <message>
        <source>angle, °</source>
        <translation>ángulo, °</translation>
    </message>
    <message>
        <source>asset</source>
        <translation>n.º de activo</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>línea base</translation>
    </message>
    <message>
        <source>breaker, A</source>
        <translation>interruptor, A</translation>
    </message>
    <message>
        <source>build phase</source>
        <translation>fase de obra</translation>
    </message>
    <message>
        <source>cable</source>
        <translation>cable</translation>
    </message>
    <message>
        <source>capacity, W</source>
        <translation>capacidad, W</translation>
    </message>
    <message>
        <source>chosen by hand</source>
        <translation>elegido a mano</translation>
    </message>
    <message>
        <source>clear height, mm</source>
        <translation>altura libre, mm</translation>
    </message>
    <message>
        <source>clear width, mm</source>
        <translation>anchura libre, mm</translation>
    </message>
    <message>
        <source>continuous load, %</source>
        <translation>carga continua, %</translation>
    </message>
    <message>
        <source>coolant</source>
        <translation>refrigerante</translation>
    </message>
    <message>
        <source>cooled by</source>
        <translation>refrigerado por</translation>
    </message>
    <message>
        <source>depth of the rails, mm</source>
        <translation>profundidad de los rieles, mm</translation>
    </message>
    <message>
        <source>depth, mm</source>
        <translation>fondo, mm</translation>
    </message>
    <message>
        <source>derating, %</source>
        <translation>reducción, %</translation>
    </message>
    <message>
        <source>device</source>
        <translation>equipo</translation>
    </message>
    <message>
        <source>excluded problem</source>
        <translation>problema excluido</translation>
    </message>
    <message>
        <source>face</source>
        <translation>cara</translation>
    </message>
    <message>
        <source>facts</source>
        <translation>datos</translation>
    </message>
    <message>
        <source>fed by</source>
        <translation>alimentado por</translation>
    </message>
    <message>
        <source>feed</source>
        <translation>circuito</translation>
    </message>
    <message>
        <source>floor item</source>
        <translation>elemento de la planta</translation>
    </message>
    <message>
        <source>floor tile, mm</source>
        <translation>losa, mm</translation>
    </message>
    <message>
        <source>flow, L/min</source>
        <translation>caudal, L/min</translation>
    </message>
    <message>
        <source>hall</source>
        <translation>sala</translation>
    </message>
    <message>
        <source>height</source>
        <translation>altura</translation>
    </message>
    <message>
        <source>height, mm</source>
        <translation>alto, mm</translation>
    </message>
    <message>
        <source>held by</source>
        <translation>dentro de</translation>
    </message>
    <message>
        <source>inlet</source>
        <translation>entrada</translation>
    </message>
    <message>
        <source>kind</source>
        <translation>clase</translation>
    </message>
    <message>
        <source>length, mm</source>
        <translation>longitud, mm</translation>
    </message>
    <message>
        <source>line</source>
        <translation>fase</translation>
    </message>
    <message>
        <source>module at A</source>
        <translation>módulo en A</translation>
    </message>
    <message>
        <source>module at B</source>
        <translation>módulo en B</translation>
    </message>
    <message>
        <source>name</source>
        <translation>nombre</translation>
    </message>
    <message>
        <source>network</source>
        <translation>red</translation>
    </message>
    <message>
        <source>notes</source>
        <translation>notas</translation>
    </message>
    <message>
        <source>opacity, %</source>
        <translation>opacidad, %</translation>
    </message>
    <message>
        <source>outlet</source>
        <translation>toma</translation>
    </message>
    <message>
        <source>outline</source>
        <translation>contorno</translation>
    </message>
    <message>
        <source>part of the cooling</source>
        <translation>parte de la refrigeración</translation>
    </message>
    <message>
        <source>part of the power</source>
        <translation>parte de la alimentación</translation>
    </message>
    <message>
        <source>pattern of rack names</source>
        <translation>patrón de nombres de racks</translation>
    </message>
    <message>
        <source>phase</source>
        <translation>fase</translation>
    </message>
    <message>
        <source>picture under the plan</source>
        <translation>imagen bajo el plano</translation>
    </message>
    <message>
        <source>plugged into</source>
        <translation>enchufado en</translation>
    </message>
    <message>
        <source>point load, kg</source>
        <translation>carga puntual, kg</translation>
    </message>
    <message>
        <source>power</source>
        <translation>alimentación</translation>
    </message>
    <message>
        <source>power cord</source>
        <translation>cable de alimentación</translation>
    </message>
    <message>
        <source>rack</source>
        <translation>rack</translation>
    </message>
    <message>
        <source>raised floor</source>
        <translation>suelo técnico</translation>
    </message>
    <message>
        <source>rating, VA</source>
        <translation>potencia asignada, VA</translation>
    </message>
    <message>
        <source>reason</source>
        <translation>motivo</translation>
    </message>
    <message>
        <source>receptacle</source>
        <translation>tipo de toma</translation>
    </message>
    <message>
        <source>redundancy</source>
        <translation>redundancia</translation>
    </message>
    <message>
        <source>reserved units</source>
        <translation>unidades reservadas</translation>
    </message>
    <message>
        <source>right corner, x, mm</source>
        <translation>esquina derecha, x, mm</translation>
    </message>
    <message>
        <source>right corner, y, mm</source>
        <translation>esquina derecha, y, mm</translation>
    </message>
    <message>
        <source>rise of temperature, tenths of K</source>
        <translation>calentamiento, décimas de K</translation>
    </message>
    <message>
        <source>role</source>
        <translation>función</translation>
    </message>
    <message>
        <source>rolling load, kg</source>
        <translation>carga rodante, kg</translation>
    </message>
    <message>
        <source>row</source>
        <translation>fila</translation>
    </message>
    <message>
        <source>second power</source>
        <translation>segunda alimentación</translation>
    </message>
    <message>
        <source>serial number</source>
        <translation>n.º de serie</translation>
    </message>
    <message>
        <source>setting</source>
        <translation>ajuste</translation>
    </message>
    <message>
        <source>severity</source>
        <translation>gravedad</translation>
    </message>
    <message>
        <source>severity of a rule</source>
        <translation>gravedad de una regla</translation>
    </message>
    <message>
        <source>side</source>
        <translation>lado</translation>
    </message>
    <message>
        <source>side of the feed</source>
        <translation>lado del circuito</translation>
    </message>
    <message>
        <source>site sheet</source>
        <translation>ficha del emplazamiento</translation>
    </message>
    <message>
        <source>slot</source>
        <translation>ranura</translation>
    </message>
    <message>
        <source>splitter</source>
        <translation>divisor</translation>
    </message>
    <message>
        <source>stage of a network</source>
        <translation>etapa de una red</translation>
    </message>
    <message>
        <source>status</source>
        <translation>estado</translation>
    </message>
    <message>
        <source>supplies</source>
        <translation>suministra a</translation>
    </message>
    <message>
        <source>supply temperature, tenths of °C</source>
        <translation>temperatura de impulsión, décimas de °C</translation>
    </message>
    <message>
        <source>type</source>
        <translation>tipo</translation>
    </message>
    <message>
        <source>type in use</source>
        <translation>tipo en uso</translation>
    </message>
    <message>
        <source>uniform load, kg/m²</source>
        <translation>carga uniforme, kg/m²</translation>
    </message>
    <message>
        <source>unit</source>
        <translation>unidad</translation>
    </message>
    <message>
        <source>value</source>
        <translation>valor</translation>
    </message>
    <message>
        <source>version</source>
        <translation>versión</translation>
    </message>
    <message>
        <source>voltage, V</source>
        <translation>tensión, V</translation>
    </message>
    <message>
        <source>volume, L</source>
        <translation>volumen, L</translation>
    </message>
    <message>
        <source>way for cables</source>
        <translation>vía para cables</translation>
    </message>
    <message>
        <source>what is cooled</source>
        <translation>lo que se refrigera</translation>
    </message>
    <message>
        <source>width, mm</source>
        <translation>ancho, mm</translation>
    </message>
    <message>
        <source>wiring</source>
        <translation>conexión</translation>
    </message>
    <message>
        <source>x, mm</source>
        <translation>x, mm</translation>
    </message>
    <message>
        <source>y, mm</source>
        <translation>y, mm</translation>
    </message>
    <message>
        <source>{sort}: {count}</source>
        <translation>{sort}: {count}</translation>
    </message>
</context>
<context>
    <name>DifferencesDock</name>
    <message>
        <source>A version, the state before a step, or another file can be compared with the plan.</source>
        <translation>El plan se puede comparar con una versión, con el estado antes de un paso o con otro archivo.</translation>
    </message>
    <message>
        <source>All kinds</source>
        <translation>Todas las clases</translation>
    </message>
    <message>
        <source>Both hold the same plan</source>
        <translation>Ambos contienen el mismo plan</translation>
    </message>
    <message>
        <source>Compare with…</source>
        <translation>Comparar con…</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>Copiar como texto</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>Diferencias</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Go there</source>
        <translation>Ir allí</translation>
    </message>
    <message>
        <source>Nothing is compared</source>
        <translation>No se compara nada</translation>
    </message>
    <message>
        <source>Only one kind of thing</source>
        <translation>Solo una clase de cosa</translation>
    </message>
    <message>
        <source>Show all differences</source>
        <translation>Mostrar todas las diferencias</translation>
    </message>
    <message>
        <source>The filters hide all differences</source>
        <translation>Los filtros ocultan todas las diferencias</translation>
    </message>
    <message>
        <source>Writing {file}</source>
        <translation>Guardando {file}</translation>
    </message>
    <message>
        <source>racks</source>
        <translation>racks</translation>
    </message>
    <message>
        <source>{shown} of {total}</source>
        <translation>{shown} de {total}</translation>
    </message>
</context>
<context>
    <name>DifferencesModel</name>
    <message>
        <source>After</source>
        <translation>Después</translation>
    </message>
    <message>
        <source>Before</source>
        <translation>Antes</translation>
    </message>
    <message>
        <source>Came</source>
        <translation>Nuevo</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Cambiado</translation>
    </message>
    <message>
        <source>How</source>
        <translation>Cómo</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Clase</translation>
    </message>
    <message>
        <source>Moved</source>
        <translation>Movido</translation>
    </message>
    <message>
        <source>Moved, changed</source>
        <translation>Movido y cambiado</translation>
    </message>
    <message>
        <source>Went</source>
        <translation>Quitado</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Qué</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Dónde</translation>
    </message>
</context>
<context>
    <name>DifferencesView</name>
    <message>
        <source>Differences</source>
        <translation>Diferencias</translation>
    </message>
</context>
<context>
    <name>DockHeader</name>
    <message>
        <source>More</source>
        <translation>Más</translation>
    </message>
</context>
<context>
    <name>DrawingCounts</name>
    <message numerus="yes">
        <source>%n GPU(s)</source>
        <translation>
            <numerusform>%n GPU</numerusform>
            <numerusform>%n GPU</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n link(s)</source>
        <translation>
            <numerusform>%n enlace</numerusform>
            <numerusform>%n enlaces</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n switch(es) without nodes</source>
        <translation>
            <numerusform>%n conmutador sin nodos</numerusform>
            <numerusform>%n conmutadores sin nodos</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DrawingPlace</name>
    <message>
        <source>Show in the diagram</source>
        <translation>Mostrar en el esquema</translation>
    </message>
</context>
<context>
    <name>Drill</name>
    <message>
        <source>After the failure</source>
        <translation>Después del fallo</translation>
    </message>
    <message>
        <source>No breaker opens; the fullest is {name}, {share} of what it lets through</source>
        <translation>No se abre ningún interruptor; el más cargado es {name}, {share} de lo que deja pasar</translation>
    </message>
    <message>
        <source>Then the breaker of {name} opens: {share} of what it lets through</source>
        <translation>Después se abre el interruptor de {name}: {share} de lo que deja pasar</translation>
    </message>
    <message>
        <source>Then {count} breakers open in {rounds} rounds, first {name}: {share} of what it lets through</source>
        <translation>Después se abren {count} interruptores en {rounds} rondas, primero {name}: {share} de lo que deja pasar</translation>
    </message>
    <message>
        <source>cooled as before: {count}</source>
        <translation>refrigerados como antes: {count}</translation>
    </message>
    <message>
        <source>cooled in part: {count}</source>
        <translation>refrigerados en parte: {count}</translation>
    </message>
    <message>
        <source>cooled no longer: {count}</source>
        <translation>ya no refrigerados: {count}</translation>
    </message>
    <message>
        <source>everything stays cooled</source>
        <translation>todo sigue refrigerado</translation>
    </message>
    <message>
        <source>not fed</source>
        <translation>sin alimentar</translation>
    </message>
    <message>
        <source>not too warm</source>
        <translation>no se calienta demasiado</translation>
    </message>
    <message>
        <source>only management</source>
        <translation>solo gestión</translation>
    </message>
    <message>
        <source>only management: {count}</source>
        <translation>solo gestión: {count}</translation>
    </message>
    <message>
        <source>run on less: {count}</source>
        <translation>funcionan con menos: {count}</translation>
    </message>
    <message>
        <source>run on less: {count}, at {share}</source>
        <translation>funcionan con menos: {count}, al {share}</translation>
    </message>
    <message>
        <source>run on less: {count}, at {share} ({watts} a GPU)</source>
        <translation>funcionan con menos: {count}, al {share} ({watts} por GPU)</translation>
    </message>
    <message>
        <source>runs on less</source>
        <translation>funciona con menos</translation>
    </message>
    <message>
        <source>stay as they are: {count}</source>
        <translation>siguen igual: {count}</translation>
    </message>
    <message>
        <source>stays as it is</source>
        <translation>sigue igual</translation>
    </message>
    <message>
        <source>stop: {count}</source>
        <translation>se paran: {count}</translation>
    </message>
    <message>
        <source>stops</source>
        <translation>se para</translation>
    </message>
    <message>
        <source>time to the limit not known</source>
        <translation>tiempo hasta el límite desconocido</translation>
    </message>
    <message>
        <source>too warm after {time}</source>
        <translation>demasiado caliente tras {time}</translation>
    </message>
    <message>
        <source>{names} fail together</source>
        <translation>Fallan a la vez {names}</translation>
    </message>
    <message>
        <source>{names} fails</source>
        <translation>Falla {names}</translation>
    </message>
    <message>
        <source>{watts} less drawn</source>
        <translation>{watts} menos de consumo</translation>
    </message>
    <message>
        <source>{watts} not taken away</source>
        <translation>{watts} sin evacuar</translation>
    </message>
</context>
<context>
    <name>DrillCommands</name>
    <message>
        <source>Save the one-line diagram as a picture</source>
        <translation>Guardar el esquema unifilar como imagen</translation>
    </message>
    <message>
        <source>The picture lies at {path}.</source>
        <translation>La imagen está en {path}.</translation>
    </message>
    <message>
        <source>What shall fail is not there any more, or what gives power is fed in a circle.</source>
        <translation>Lo que debe fallar ya no existe, o lo que da corriente se alimenta en círculo.</translation>
    </message>
    <message>
        <source>{project} one-line</source>
        <translation>{project} unifilar</translation>
    </message>
</context>
<context>
    <name>DrillStrip</name>
    <message>
        <source>Done</source>
        <translation>Listo</translation>
    </message>
    <message>
        <source>Next failure</source>
        <translation>Fallo siguiente</translation>
    </message>
    <message>
        <source>No breaker carries more than before.</source>
        <translation>Ningún interruptor lleva más que antes.</translation>
    </message>
    <message>
        <source>Previous failure</source>
        <translation>Fallo anterior</translation>
    </message>
    <message>
        <source>Show no failure</source>
        <translation>No mostrar ningún fallo</translation>
    </message>
    <message>
        <source>{number} of {all}</source>
        <translation>{number} de {all}</translation>
    </message>
</context>
<context>
    <name>DroppedFiles</name>
    <message>
        <source>Begin a hall with {file} under its plan</source>
        <translation>Empezar una sala con {file} bajo su plano</translation>
    </message>
    <message>
        <source>Begin a project with {file}</source>
        <translation>Empezar un proyecto con {file}</translation>
    </message>
    <message>
        <source>Compare with {file}</source>
        <translation>Comparar con {file}</translation>
    </message>
    <message>
        <source>Import the library {file}</source>
        <translation>Importar la biblioteca {file}</translation>
    </message>
    <message>
        <source>Import {file} into the project</source>
        <translation>Importar {file} al proyecto</translation>
    </message>
    <message>
        <source>It will be among your templates, for new projects and to be inserted.</source>
        <translation>Quedará entre sus plantillas, para proyectos nuevos y para insertarla.</translation>
    </message>
    <message>
        <source>Lay {file} under the plan of {hall}</source>
        <translation>Poner {file} bajo el plano de {hall}</translation>
    </message>
    <message>
        <source>Looking at the file…</source>
        <translation>Mirando el archivo…</translation>
    </message>
    <message>
        <source>One file at a time</source>
        <translation>Un archivo cada vez</translation>
    </message>
    <message>
        <source>Open {file}</source>
        <translation>Abrir {file}</translation>
    </message>
    <message>
        <source>Several files cannot be taken together; drop them one after the other.</source>
        <translation>No se pueden tomar varios archivos juntos; suéltelos uno tras otro.</translation>
    </message>
    <message>
        <source>Size the model of {file}</source>
        <translation>Dimensionar el modelo de {file}</translation>
    </message>
    <message>
        <source>Take the types of {file}</source>
        <translation>Tomar los tipos de {file}</translation>
    </message>
    <message>
        <source>Take {file} as a template</source>
        <translation>Tomar {file} como plantilla</translation>
    </message>
    <message>
        <source>The project opens in this window; every edit of the present one is kept in its file.</source>
        <translation>El proyecto se abre en esta ventana; cada cambio del actual queda en su archivo.</translation>
    </message>
    <message>
        <source>This project is open for reading only; nothing can be taken into it.</source>
        <translation>Este proyecto está abierto solo para lectura; no se le puede añadir nada.</translation>
    </message>
    <message>
        <source>Two points of it say its scale afterwards.</source>
        <translation>Después, dos de sus puntos dicen su escala.</translation>
    </message>
    <message>
        <source>What was built is shown beside what is planned; the project is not changed.</source>
        <translation>Lo construido se muestra junto a lo planificado; el proyecto no cambia.</translation>
    </message>
    <message>
        <source>You see first what would come into the catalog.</source>
        <translation>Primero verá qué entraría en el catálogo.</translation>
    </message>
    <message>
        <source>You see first what would come; nothing is written before you say so.</source>
        <translation>Primero verá qué entraría; nada se escribe antes de que lo diga.</translation>
    </message>
    <message>
        <source>You see which GPUs serve it.</source>
        <translation>Verá qué GPU lo sirven.</translation>
    </message>
</context>
<context>
    <name>EditCablesDialog</name>
    <message>
        <source>Build phase</source>
        <translation>Fase de obra</translation>
    </message>
    <message>
        <source>Cable</source>
        <translation>Cable</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Cambiar</translation>
    </message>
    <message>
        <source>Change cables</source>
        <translation>Cambiar cables</translation>
    </message>
    <message>
        <source>Chosen</source>
        <translation>Elegido</translation>
    </message>
    <message>
        <source>Length, m</source>
        <translation>Longitud, m</translation>
    </message>
    <message>
        <source>Module at the far end</source>
        <translation>Módulo del extremo lejano</translation>
    </message>
    <message>
        <source>Module at the near end</source>
        <translation>Módulo del extremo cercano</translation>
    </message>
    <message>
        <source>No type is called so.</source>
        <translation>Ningún tipo se llama así.</translation>
    </message>
    <message>
        <source>Not sold in this length; there is {lengths}</source>
        <translation>No se vende con esta longitud; hay {lengths}</translation>
    </message>
    <message>
        <source>Sold in {lengths}</source>
        <translation>Se vende en {lengths}</translation>
    </message>
    <message>
        <source>What is left empty stays as it is. Cables chosen: {count}</source>
        <translation>Lo que quede vacío sigue como está. Cables elegidos: {count}</translation>
    </message>
    <message>
        <source>as it is</source>
        <translation>como está</translation>
    </message>
    <message>
        <source>by hand, to stay as they are</source>
        <translation>a mano, para que sigan así</translation>
    </message>
    <message>
        <source>by the program</source>
        <translation>por el programa</translation>
    </message>
    <message>
        <source>none</source>
        <translation>ninguno</translation>
    </message>
</context>
<context>
    <name>ElevationView</name>
    <message>
        <source>Nothing selected</source>
        <translation>Nada seleccionado</translation>
    </message>
    <message>
        <source>Rack elevations</source>
        <translation>Alzados de rack</translation>
    </message>
    <message>
        <source>Selected: {count}</source>
        <translation>Seleccionados: {count}</translation>
    </message>
</context>
<context>
    <name>EntryFaults</name>
    <message>
        <source>As text, line {line}</source>
        <translation>Como texto, línea {line}</translation>
    </message>
    <message>
        <source>a date has the form 2026, 2026-05 or 2026-05-31, not {found}</source>
        <translation>una fecha tiene la forma 2026, 2026-05 o 2026-05-31, no {found}</translation>
    </message>
    <message>
        <source>a fact needs its source</source>
        <translation>un dato necesita su fuente</translation>
    </message>
    <message>
        <source>a length is more than nothing</source>
        <translation>una longitud es mayor que cero</translation>
    </message>
    <message>
        <source>a list is needed</source>
        <translation>hace falta una lista</translation>
    </message>
    <message>
        <source>a mapping is needed</source>
        <translation>hace falta una estructura de nombres y valores</translation>
    </message>
    <message>
        <source>a number between {low} and {high} is needed, not {found}</source>
        <translation>hace falta un número entre {low} y {high}, no {found}</translation>
    </message>
    <message>
        <source>a number is needed: {limits}</source>
        <translation>hace falta un número: {limits}</translation>
    </message>
    <message>
        <source>a text is needed</source>
        <translation>hace falta un texto</translation>
    </message>
    <message>
        <source>connector is missing</source>
        <translation>falta connector</translation>
    </message>
    <message>
        <source>source is missing</source>
        <translation>falta source</translation>
    </message>
    <message>
        <source>the value is missing or is no number, text, true or false</source>
        <translation>falta el valor o no es un número, un texto, true o false</translation>
    </message>
    <message>
        <source>unknown name {name}; known are {words}</source>
        <translation>nombre desconocido {name}; se conocen {words}</translation>
    </message>
    <message>
        <source>{found} is none of {words}</source>
        <translation>{found} no es ninguno de {words}</translation>
    </message>
    <message>
        <source>{name} is missing</source>
        <translation>falta {name}</translation>
    </message>
</context>
<context>
    <name>EntryRows</name>
    <message>
        <source>Date</source>
        <translation>Fecha</translation>
    </message>
    <message>
        <source>Fact</source>
        <translation>Dato</translation>
    </message>
    <message>
        <source>How well known</source>
        <translation>Certeza</translation>
    </message>
    <message>
        <source>Note, English</source>
        <translation>Nota en inglés</translation>
    </message>
    <message>
        <source>Note, Spanish</source>
        <translation>Nota en español</translation>
    </message>
    <message>
        <source>Possible</source>
        <translation>Posible</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Fuente</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Valor</translation>
    </message>
    <message>
        <source>no</source>
        <translation>no</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>sí</translation>
    </message>
</context>
<context>
    <name>Excluding</name>
    <message>
        <source>Exclude</source>
        <translation>Excluir</translation>
    </message>
    <message>
        <source>Reason, kept in the project</source>
        <translation>Motivo; queda en el proyecto</translation>
    </message>
    <message numerus="yes">
        <source>Why are these %n problems excluded?</source>
        <translation>
            <numerusform>¿Por qué se excluye %n problema?</numerusform>
            <numerusform>¿Por qué se excluyen estos %n problemas?</numerusform>
        </translation>
    </message>
    <message>
        <source>Why is this excluded?</source>
        <translation>¿Por qué se excluye?</translation>
    </message>
</context>
<context>
    <name>ExclusionsDialog</name>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Drop</source>
        <translation>Quitar</translation>
    </message>
    <message>
        <source>Drop all that exclude nothing</source>
        <translation>Quitar las que no excluyen nada</translation>
    </message>
    <message>
        <source>Excluded problems</source>
        <translation>Problemas excluidos</translation>
    </message>
    <message numerus="yes">
        <source>In force: %n</source>
        <translation>
            <numerusform>En vigor: %n</numerusform>
            <numerusform>En vigor: %n</numerusform>
        </translation>
    </message>
    <message>
        <source>Judge again</source>
        <translation>Volver a juzgar</translation>
    </message>
    <message>
        <source>Nothing is excluded in this project.</source>
        <translation>En este proyecto no hay nada excluido.</translation>
    </message>
    <message>
        <source>Nothing matches these words.</source>
        <translation>Nada coincide con estas palabras.</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>Problema</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Motivo</translation>
    </message>
    <message>
        <source>Search the excluded problems</source>
        <translation>Buscar en los problemas excluidos</translation>
    </message>
    <message>
        <source>Since</source>
        <translation>Desde</translation>
    </message>
    <message numerus="yes">
        <source>These exclude nothing any more: %n</source>
        <translation>
            <numerusform>Ya no excluye nada: %n</numerusform>
            <numerusform>Ya no excluyen nada: %n</numerusform>
        </translation>
    </message>
    <message>
        <source>What this project accepts, and why. A problem that comes back with the same objects stays excluded.</source>
        <translation>Lo que este proyecto acepta y por qué. Un problema que vuelve con los mismos objetos sigue excluido.</translation>
    </message>
    <message>
        <source>Where and rule</source>
        <translation>Lugar y regla</translation>
    </message>
    <message>
        <source>Words, a name or a reason</source>
        <translation>Palabras, un nombre o un motivo</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>Export</source>
        <translation>Exportar</translation>
    </message>
    <message>
        <source>Export to</source>
        <translation>Exportar a</translation>
    </message>
    <message>
        <source>The project as it is now, for other programs. It is not changed.</source>
        <translation>El proyecto tal como está ahora, para otros programas. No se modifica.</translation>
    </message>
    <message>
        <source>This file is there already; it is replaced.</source>
        <translation>Este archivo ya existe; se reemplaza.</translation>
    </message>
    <message>
        <source>Writing</source>
        <translation>Escribiendo</translation>
    </message>
</context>
<context>
    <name>FabricCommands</name>
    <message>
        <source>Cabled: {added} added, {removed} removed, {kept} kept.</source>
        <translation>Cableado: {added} añadidos, {removed} quitados, {kept} se quedan.</translation>
    </message>
    <message>
        <source>Nothing says where the ends of these cables stand.</source>
        <translation>Nada dice dónde están los extremos de estos cables.</translation>
    </message>
    <message>
        <source>{count} links have no cable type.</source>
        <translation>{count} enlaces no tienen tipo de cable.</translation>
    </message>
    <message>
        <source>{links} links run over panels: {panels} new panels, {trunks} trunks.</source>
        <translation>{links} enlaces van por paneles: {panels} paneles nuevos, {trunks} troncales.</translation>
    </message>
</context>
<context>
    <name>FabricDrawing</name>
    <message>
        <source>CORE</source>
        <translation>CORE</translation>
    </message>
    <message>
        <source>Compute fabric</source>
        <translation>Red de cómputo</translation>
    </message>
    <message>
        <source>In-band network</source>
        <translation>Red en banda</translation>
    </message>
    <message>
        <source>LEAF</source>
        <translation>LEAF</translation>
    </message>
    <message>
        <source>NODES</source>
        <translation>NODOS</translation>
    </message>
    <message>
        <source>Other network</source>
        <translation>Otra red</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>Otros</translation>
    </message>
    <message>
        <source>Out-of-band network</source>
        <translation>Red fuera de banda</translation>
    </message>
    <message>
        <source>Pod {number}</source>
        <translation>Pod {number}</translation>
    </message>
    <message>
        <source>Rail</source>
        <translation>Carril</translation>
    </message>
    <message>
        <source>SPINE</source>
        <translation>SPINE</translation>
    </message>
    <message>
        <source>Storage fabric</source>
        <translation>Red de almacenamiento</translation>
    </message>
    <message>
        <source>Unit {number}</source>
        <translation>Unidad {number}</translation>
    </message>
    <message>
        <source>one tier</source>
        <translation>un nivel</translation>
    </message>
    <message>
        <source>rail {rail}</source>
        <translation>carril {rail}</translation>
    </message>
    <message>
        <source>three tiers</source>
        <translation>tres niveles</translation>
    </message>
    <message>
        <source>two tiers</source>
        <translation>dos niveles</translation>
    </message>
    <message>
        <source>units: {count}</source>
        <translation>unidades: {count}</translation>
    </message>
    <message>
        <source>{count} not cabled</source>
        <translation>{count} sin cablear</translation>
    </message>
    <message>
        <source>{count} rails</source>
        <translation>{count} carriles</translation>
    </message>
    <message>
        <source>{down} ↓ {up} ↑</source>
        <translation>{down} ↓ {up} ↑</translation>
    </message>
    <message>
        <source>{down} ↓ · {free} free</source>
        <translation>{down} ↓ · {free} libres</translation>
    </message>
    <message>
        <source>{free} free</source>
        <translation>{free} libres</translation>
    </message>
    <message>
        <source>{up} ↑ · {free} free</source>
        <translation>{up} ↑ · {free} libres</translation>
    </message>
</context>
<context>
    <name>FabricJudgement</name>
    <message>
        <source>A cable above a core</source>
        <translation>Un cable por encima de un core</translation>
    </message>
    <message>
        <source>A cable above a leaf</source>
        <translation>Un cable por encima de un leaf</translation>
    </message>
    <message>
        <source>A cable above a spine</source>
        <translation>Un cable por encima de un spine</translation>
    </message>
    <message>
        <source>A cable of a node</source>
        <translation>Un cable de un nodo</translation>
    </message>
    <message>
        <source>A core switch</source>
        <translation>Un conmutador core</translation>
    </message>
    <message>
        <source>A leaf switch</source>
        <translation>Un conmutador leaf</translation>
    </message>
    <message>
        <source>A spine switch</source>
        <translation>Un conmutador spine</translation>
    </message>
    <message>
        <source>Bisection</source>
        <translation>Bisección</translation>
    </message>
    <message>
        <source>Bus bandwidth of a node</source>
        <translation>Ancho de banda de bus por nodo</translation>
    </message>
    <message>
        <source>By its cables</source>
        <translation>Según sus cables</translation>
    </message>
    <message>
        <source>Cabled</source>
        <translation>Cableado</translation>
    </message>
    <message>
        <source>How it is meant</source>
        <translation>Cómo se entiende</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Enlaces</translation>
    </message>
    <message>
        <source>Nothing is cabled yet: planned figures alone</source>
        <translation>Aún no hay nada cableado: solo cifras previstas</translation>
    </message>
    <message>
        <source>Oversubscription of a core</source>
        <translation>Sobresuscripción de un core</translation>
    </message>
    <message>
        <source>Oversubscription of a leaf</source>
        <translation>Sobresuscripción de un leaf</translation>
    </message>
    <message>
        <source>Oversubscription of a spine</source>
        <translation>Sobresuscripción de un spine</translation>
    </message>
    <message>
        <source>Planned</source>
        <translation>Previsto</translation>
    </message>
    <message>
        <source>Ways from leaf to leaf</source>
        <translation>Caminos de leaf a leaf</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Qué</translation>
    </message>
    <message>
        <source>What a loss leaves: the worst of each tier</source>
        <translation>Qué deja una pérdida: la peor de cada nivel</translation>
    </message>
    <message>
        <source>a planned link</source>
        <translation>un enlace previsto</translation>
    </message>
    <message>
        <source>expected of a large all-reduce on each node, {low} to {high}: a rule of thumb</source>
        <translation>esperable de un all-reduce grande en cada nodo, de {low} a {high}: regla práctica</translation>
    </message>
    <message>
        <source>of what half of the nodes can send reaches the other half: {rate}</source>
        <translation>de lo que puede enviar media red llega a la otra mitad: {rate}</translation>
    </message>
    <message>
        <source>told apart by their cables, over one spine: fewest and most of all pairs</source>
        <translation>distinguidos por sus cables, por un spine: el menor y el mayor número de todos los pares</translation>
    </message>
    <message>
        <source>{planned}, differs from what is cabled</source>
        <translation>{planned}, distinto de lo cableado</translation>
    </message>
</context>
<context>
    <name>FabricJudgementTable</name>
    <message>
        <source>Judgement of the network</source>
        <translation>Juicio de la red</translation>
    </message>
</context>
<context>
    <name>FabricMatrix</name>
    <message>
        <source>Links between leaves and spines</source>
        <translation>Enlaces entre leaf y spine</translation>
    </message>
</context>
<context>
    <name>FabricMatrixModel</name>
    <message>
        <source>{low} – {high}: {count} links</source>
        <translation>{low} – {high}: {count} enlaces</translation>
    </message>
</context>
<context>
    <name>FabricPlace</name>
    <message>
        <source>All</source>
        <translation>Todas</translation>
    </message>
    <message>
        <source>All it reaches</source>
        <translation>Todo lo que alcanza</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>Cómputo</translation>
    </message>
    <message>
        <source>Fabric</source>
        <translation>Red</translation>
    </message>
    <message>
        <source>Go to the racks</source>
        <translation>Ir a los racks</translation>
    </message>
    <message>
        <source>In-band</source>
        <translation>En banda</translation>
    </message>
    <message>
        <source>Judgement</source>
        <translation>Juicio</translation>
    </message>
    <message>
        <source>Light up</source>
        <translation>Iluminar</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>Matriz</translation>
    </message>
    <message>
        <source>Network shown</source>
        <translation>Red mostrada</translation>
    </message>
    <message>
        <source>Networks are drawn here. No switch stands in the project yet: put one into a rack first.</source>
        <translation>Aquí se dibujan las redes. Aún no hay ningún conmutador en el proyecto: ponga primero uno en un rack.</translation>
    </message>
    <message>
        <source>Networks are drawn here. There are no devices yet: put systems and switches into the racks first.</source>
        <translation>Aquí se dibujan las redes. Aún no hay equipos: ponga primero sistemas y conmutadores en los racks.</translation>
    </message>
    <message>
        <source>Networks are drawn here: nodes, leaf and spine switches, and every cable. None is planned yet.</source>
        <translation>Aquí se dibujan las redes: nodos, conmutadores leaf y spine y cada cable. Aún no hay ninguna planificada.</translation>
    </message>
    <message>
        <source>Networks…</source>
        <translation>Redes…</translation>
    </message>
    <message>
        <source>No network of this kind is planned.</source>
        <translation>No hay planificada ninguna red de esta clase.</translation>
    </message>
    <message>
        <source>None of the devices of this network is there yet.</source>
        <translation>Aún no está ninguno de los equipos de esta red.</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>Nada</translation>
    </message>
    <message>
        <source>Out-of-band</source>
        <translation>Fuera de banda</translation>
    </message>
    <message>
        <source>Path of the selection</source>
        <translation>Camino de la selección</translation>
    </message>
    <message>
        <source>Plan the networks</source>
        <translation>Planificar las redes</translation>
    </message>
    <message>
        <source>Storage</source>
        <translation>Almacenamiento</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Herramientas</translation>
    </message>
    <message>
        <source>Topology</source>
        <translation>Topología</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Unidad</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Vista</translation>
    </message>
    <message>
        <source>View of the network</source>
        <translation>Vista de la red</translation>
    </message>
</context>
<context>
    <name>FabricPlaceCommands</name>
    <message>
        <source>Save the drawing of the network</source>
        <translation>Guardar el dibujo de la red</translation>
    </message>
    <message>
        <source>The picture lies at {path}.</source>
        <translation>La imagen está en {path}.</translation>
    </message>
    <message>
        <source>{project} network</source>
        <translation>{project} red</translation>
    </message>
</context>
<context>
    <name>FabricSelecting</name>
    <message>
        <source>Nothing selected</source>
        <translation>Nada seleccionado</translation>
    </message>
</context>
<context>
    <name>FabricView</name>
    <message>
        <source>Drawing of the network</source>
        <translation>Dibujo de la red</translation>
    </message>
</context>
<context>
    <name>FaceView</name>
    <message>
        <source>Front of {model}</source>
        <translation>Frontal de {model}</translation>
    </message>
</context>
<context>
    <name>FacetModel</name>
    <message>
        <source>chosen</source>
        <translation>elegido</translation>
    </message>
    <message>
        <source>not chosen</source>
        <translation>no elegido</translation>
    </message>
</context>
<context>
    <name>FactRow</name>
    <message>
        <source>{label}: {value}, show why</source>
        <translation>{label}: {value}, mostrar por qué</translation>
    </message>
</context>
<context>
    <name>FactText</name>
    <message>
        <source>Other sources differ</source>
        <translation>Otras fuentes difieren</translation>
    </message>
</context>
<context>
    <name>FailureLines</name>
    <message>
        <source>Go there</source>
        <translation>Ir allí</translation>
    </message>
    <message>
        <source>How</source>
        <translation>Cómo</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>Too warm after</source>
        <translation>Caliente tras</translation>
    </message>
    <message>
        <source>What becomes of it</source>
        <translation>Qué le pasa</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Dónde</translation>
    </message>
    <message>
        <source>and {count} more</source>
        <translation>y {count} más</translation>
    </message>
    <message>
        <source>at once</source>
        <translation>al instante</translation>
    </message>
    <message>
        <source>breaker opens</source>
        <translation>abre el interruptor</translation>
    </message>
    <message>
        <source>cooled in part</source>
        <translation>refrigerado en parte</translation>
    </message>
    <message>
        <source>cooled no longer</source>
        <translation>ya no refrigerado</translation>
    </message>
    <message>
        <source>devices: {count}</source>
        <translation>equipos: {count}</translation>
    </message>
    <message>
        <source>falls short</source>
        <translation>no basta</translation>
    </message>
    <message>
        <source>in round {number}</source>
        <translation>en la vuelta {number}</translation>
    </message>
    <message>
        <source>loses its power</source>
        <translation>se queda sin energía</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>no se sabe</translation>
    </message>
    <message>
        <source>only management</source>
        <translation>solo gestión</translation>
    </message>
    <message>
        <source>runs on less</source>
        <translation>sigue con menos</translation>
    </message>
    <message>
        <source>stands still</source>
        <translation>está parado</translation>
    </message>
    <message>
        <source>stops</source>
        <translation>se para</translation>
    </message>
    <message>
        <source>{alive} of {total} supplies</source>
        <translation>{alive} de {total} fuentes</translation>
    </message>
    <message>
        <source>{share} of {heat}</source>
        <translation>{share} de {heat}</translation>
    </message>
    <message>
        <source>{watts} a GPU</source>
        <translation>{watts} por GPU</translation>
    </message>
</context>
<context>
    <name>FailureOutcome</name>
    <message>
        <source>Choose a failure</source>
        <translation>Elija un fallo</translation>
    </message>
    <message>
        <source>Everything runs on, nothing gets too warm, and no breaker opens</source>
        <translation>Todo sigue en marcha, nada se calienta demasiado y no abre ningún interruptor</translation>
    </message>
    <message>
        <source>What stops, runs on less, opens or gets too warm is listed here.</source>
        <translation>Aquí aparece lo que se para, funciona con menos, abre o se calienta demasiado.</translation>
    </message>
    <message>
        <source>What the chosen failure does</source>
        <translation>Lo que hace el fallo elegido</translation>
    </message>
</context>
<context>
    <name>FatTree</name>
    <message>
        <source>A fat tree has one, two or three tiers, not {tiers}.</source>
        <translation>Un árbol grueso tiene uno, dos o tres niveles, no {tiers}.</translation>
    </message>
    <message>
        <source>A pod of {leaves} leaves does not fit spines that have {down} ports for leaves.</source>
        <translation>Un pod de {leaves} hojas no cabe en troncales que tienen {down} puertos para hojas.</translation>
    </message>
    <message>
        <source>Islands are joined by cores: they need three tiers.</source>
        <translation>Las islas se unen por núcleos: necesitan tres niveles.</translation>
    </message>
    <message>
        <source>Leave a node out: its ports become free.</source>
        <translation>Deje fuera un nodo: sus puertos quedan libres.</translation>
    </message>
    <message>
        <source>There are fewer scalable units than islands.</source>
        <translation>Hay menos unidades escalables que islas.</translation>
    </message>
    <message>
        <source>{count} links of fabric management need free ports of leaves, and {free} are there.</source>
        <translation>{count} enlaces de la gestión de la red necesitan puertos libres de hojas, y hay {free}.</translation>
    </message>
    <message>
        <source>{down} ports for leaves and {up} uplinks do not fit a spine of {radix} ports.</source>
        <translation>{down} puertos para hojas y {up} enlaces ascendentes no caben en un troncal de {radix} puertos.</translation>
    </message>
    <message>
        <source>{down} ports for nodes and {up} uplinks do not fit a leaf of {radix} ports.</source>
        <translation>{down} puertos para nodos y {up} enlaces ascendentes no caben en una hoja de {radix} puertos.</translation>
    </message>
    <message>
        <source>{leaves} leaves are more than two tiers with spines of {radix} ports can join.</source>
        <translation>{leaves} hojas son más de las que dos niveles con troncales de {radix} puertos pueden unir.</translation>
    </message>
    <message>
        <source>{name} {value}: lies between 1 and {most}.</source>
        <translation>{name} {value}: debe estar entre 1 y {most}.</translation>
    </message>
    <message>
        <source>{pods} pods are more than cores of {radix} ports can join: {up} uplinks of a spine do not reach each.</source>
        <translation>{pods} pods son más de los que núcleos de {radix} puertos pueden unir: {up} enlaces ascendentes de un troncal no llegan a cada uno.</translation>
    </message>
    <message>
        <source>{ports} ports of nodes do not fit one switch of {radix}.</source>
        <translation>{ports} puertos de nodos no caben en un conmutador de {radix}.</translation>
    </message>
    <message>
        <source>{rails} rails cannot be shared out over leaves with {share} each that have {down} ports for nodes.</source>
        <translation>{rails} carriles no se pueden repartir en hojas con {share} cada una que tienen {down} puertos para nodos.</translation>
    </message>
</context>
<context>
    <name>FaultList</name>
    <message>
        <source>Faults</source>
        <translation>Fallos</translation>
    </message>
    <message>
        <source>What is wrong</source>
        <translation>Qué está mal</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Dónde</translation>
    </message>
</context>
<context>
    <name>FibrePicture</name>
    <message>
        <source>Path of the fibres</source>
        <translation>Recorrido de las fibras</translation>
    </message>
    <message>
        <source>all strands arrive where they are heard</source>
        <translation>todas las fibras llegan donde se escuchan</translation>
    </message>
    <message>
        <source>strands that do not arrive: {count}</source>
        <translation>fibras que no llegan: {count}</translation>
    </message>
</context>
<context>
    <name>FigureLink</name>
    <message>
        <source>Show how this figure comes about</source>
        <translation>Mostrar de dónde sale esta cifra</translation>
    </message>
    <message>
        <source>{value}, show why</source>
        <translation>{value}, mostrar por qué</translation>
    </message>
</context>
<context>
    <name>Figures</name>
    <message>
        <source>Centre of gravity</source>
        <translation>C. de gravedad</translation>
    </message>
    <message>
        <source>Counts here for: {purposes}.</source>
        <translation>Aquí cuenta para: {purposes}.</translation>
    </message>
    <message>
        <source>Floor load</source>
        <translation>Carga de suelo</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Heat</source>
        <translation>Calor</translation>
    </message>
    <message>
        <source>Height in units</source>
        <translation>Alto en unidades</translation>
    </message>
    <message>
        <source>Mass</source>
        <translation>Masa</translation>
    </message>
    <message>
        <source>Power, average</source>
        <translation>Pot. media</translation>
    </message>
    <message>
        <source>Power, maximum</source>
        <translation>Pot. máxima</translation>
    </message>
    <message>
        <source>Power, nameplate</source>
        <translation>Pot. de placa</translation>
    </message>
    <message>
        <source>Power, peak</source>
        <translation>Pot. de pico</translation>
    </message>
    <message>
        <source>Power, provisioned</source>
        <translation>Pot. provisionada</translation>
    </message>
    <message>
        <source>Systems</source>
        <translation>Sistemas</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Total</translation>
    </message>
    <message>
        <source>Units free</source>
        <translation>U libres</translation>
    </message>
    <message>
        <source>Units used</source>
        <translation>U ocupadas</translation>
    </message>
    <message>
        <source>{count} things without this figure are not in the sum</source>
        <translation>Elementos sin este dato, fuera de la suma: {count}</translation>
    </message>
</context>
<context>
    <name>FileCommands</name>
    <message>
        <source>A copy lies at {path}.</source>
        <translation>Hay una copia en {path}.</translation>
    </message>
    <message>
        <source>Everything that can be taken (*{suffix} {others})</source>
        <translation>Todo lo que se puede tomar (*{suffix} {others})</translation>
    </message>
    <message>
        <source>GPU Desk projects (*{suffix})</source>
        <translation>Proyectos de GPU Desk (*{suffix})</translation>
    </message>
    <message>
        <source>No recent project</source>
        <translation>Ningún proyecto reciente</translation>
    </message>
    <message>
        <source>Open a project</source>
        <translation>Abrir un proyecto</translation>
    </message>
    <message>
        <source>Sample pod</source>
        <translation>Grupo de ejemplo</translation>
    </message>
    <message>
        <source>Save a copy</source>
        <translation>Guardar una copia</translation>
    </message>
    <message>
        <source>The project lies at {path}.</source>
        <translation>El proyecto está en {path}.</translation>
    </message>
    <message>
        <source>The sheets lie at {path}.</source>
        <translation>Las hojas están en {path}.</translation>
    </message>
    <message>
        <source>Writing a copy</source>
        <translation>Escribiendo una copia</translation>
    </message>
    <message>
        <source>{count} sheets lie in {folder}.</source>
        <translation>{count} hojas están en {folder}.</translation>
    </message>
    <message>
        <source>{count} things could not be written as they are; the README among the files names them.</source>
        <translation>{count} cosas no se pudieron escribir tal como son; el README que va con los archivos las nombra.</translation>
    </message>
</context>
<context>
    <name>FileFields</name>
    <message>
        <source>Choose a file</source>
        <translation>Elegir un archivo</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Elegir una carpeta</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Archivo</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Formato</translation>
    </message>
    <message>
        <source>Lists ({suffixes})</source>
        <translation>Listas ({suffixes})</translation>
    </message>
</context>
<context>
    <name>FillPatternDialog</name>
    <message numerus="yes">
        <source>%n device(s) at {units} are repeated at the same units of other racks.</source>
        <translation>
            <numerusform>%n equipo en {units} se repite en las mismas unidades de otros racks.</numerusform>
            <numerusform>%n equipos en {units} se repiten en las mismas unidades de otros racks.</numerusform>
        </translation>
    </message>
    <message>
        <source>Devices of a rack are needed as a pattern.</source>
        <translation>Hacen falta equipos de un rack como patrón.</translation>
    </message>
    <message numerus="yes">
        <source>Fill %n rack(s)</source>
        <translation>
            <numerusform>Rellenar %n rack</numerusform>
            <numerusform>Rellenar %n racks</numerusform>
        </translation>
    </message>
    <message>
        <source>Fill with a pattern</source>
        <translation>Rellenar con un patrón</translation>
    </message>
    <message>
        <source>Looking for room …</source>
        <translation>Buscando sitio…</translation>
    </message>
    <message>
        <source>Only this row</source>
        <translation>Solo esta fila</translation>
    </message>
    <message>
        <source>Racks to fill</source>
        <translation>Racks que rellenar</translation>
    </message>
    <message>
        <source>Tick all with room</source>
        <translation>Marcar todos con sitio</translation>
    </message>
    <message>
        <source>Untick all</source>
        <translation>Desmarcar todos</translation>
    </message>
    <message>
        <source>no room at these units</source>
        <translation>sin sitio en estas unidades</translation>
    </message>
    <message>
        <source>row {row}</source>
        <translation>fila {row}</translation>
    </message>
</context>
<context>
    <name>FloorCanvas</name>
    <message>
        <source>Map of the hall</source>
        <translation>Mapa de la sala</translation>
    </message>
</context>
<context>
    <name>FloorCarry</name>
    <message>
        <source>Hold Alt to move freely, Esc to let go.</source>
        <translation>Con Alt se mueve libremente; Esc suelta.</translation>
    </message>
    <message>
        <source>It can stand here, but</source>
        <translation>Puede estar aquí, pero</translation>
    </message>
    <message>
        <source>Nothing can stand here</source>
        <translation>Aquí no puede haber nada</translation>
    </message>
    <message>
        <source>joins row {name}</source>
        <translation>se une a la fila {name}</translation>
    </message>
    <message>
        <source>leaves row {name}</source>
        <translation>deja la fila {name}</translation>
    </message>
</context>
<context>
    <name>FloorItems</name>
    <message>
        <source>Air before the racks is kept apart here; racks may stand in it</source>
        <translation>Aquí se separa el aire de delante de los racks; puede haber racks dentro</translation>
    </message>
    <message>
        <source>Air behind the racks is kept apart here; racks may stand in it</source>
        <translation>Aquí se separa el aire de detrás de los racks; puede haber racks dentro</translation>
    </message>
    <message>
        <source>Clear width {width}, clear height {height}</source>
        <translation>Ancho libre {width}, altura libre {height}</translation>
    </message>
    <message>
        <source>Cold aisle containment</source>
        <translation>Cerramiento de pasillo frío</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>Columna</translation>
    </message>
    <message>
        <source>Delivery route</source>
        <translation>Ruta de entrega</translation>
    </message>
    <message>
        <source>Door</source>
        <translation>Puerta</translation>
    </message>
    <message>
        <source>Every crate that comes here passes one of the doors</source>
        <translation>Toda caja que llega pasa por una de las puertas</translation>
    </message>
    <message>
        <source>Hot aisle containment</source>
        <translation>Cerramiento de pasillo caliente</translation>
    </message>
    <message>
        <source>Keep-out area</source>
        <translation>Zona prohibida</translation>
    </message>
    <message>
        <source>Kept free over its clear width; crates turn at its corners</source>
        <translation>Se mantiene libre en su ancho; las cajas giran en sus esquinas</translation>
    </message>
    <message>
        <source>Nothing stands here, and nothing passes</source>
        <translation>Aquí no puede haber nada, ni pasa nada</translation>
    </message>
    <message>
        <source>Nothing stands here; one may walk and pass</source>
        <translation>Aquí no puede haber nada; se puede andar y pasar</translation>
    </message>
    <message>
        <source>Obstacle</source>
        <translation>Obstáculo</translation>
    </message>
    <message>
        <source>Way for cables: click its points · Enter ends, Backspace takes one back, Shift: straight · Esc leaves</source>
        <translation>Vía de cables: haga clic en sus puntos · Intro termina, Retroceso quita uno, Mayús: recta · Esc sale</translation>
    </message>
    <message>
        <source>{name}: click a wall, or drag along it for its width · Esc leaves</source>
        <translation>{name}: haz clic en una pared, o arrastra a lo largo para el ancho · Esc sale</translation>
    </message>
    <message>
        <source>{name}: click its points from outside to the racks · Enter ends, Backspace takes one back · Esc leaves</source>
        <translation>{name}: marca sus puntos desde fuera hasta los racks · Intro termina, Retroceso quita uno · Esc sale</translation>
    </message>
    <message>
        <source>{name}: click the next corner · Enter ends, Backspace takes one back, Shift keeps it straight · Esc leaves</source>
        <translation>{name}: marca la esquina siguiente · Intro termina, Retroceso quita una, Mayús la mantiene recta · Esc sale</translation>
    </message>
    <message>
        <source>{name}: drag a rectangle, or click corner by corner · Alt: off the grid · Esc leaves</source>
        <translation>{name}: arrastra un rectángulo o marca esquina por esquina · Alt: sin rejilla · Esc sale</translation>
    </message>
</context>
<context>
    <name>FloorPaints</name>
    <message>
        <source>Air at the inlets</source>
        <translation>Aire en las entradas</translation>
    </message>
    <message>
        <source>Airflow needed</source>
        <translation>Caudal de aire necesario</translation>
    </message>
    <message>
        <source>Build phase</source>
        <translation>Fase de obra</translation>
    </message>
    <message>
        <source>Busiest line</source>
        <translation>Fase más cargada</translation>
    </message>
    <message>
        <source>Busiest line of its limit</source>
        <translation>Fase más cargada, de su límite</translation>
    </message>
    <message>
        <source>Coolant flow needed</source>
        <translation>Caudal de líquido necesario</translation>
    </message>
    <message>
        <source>Cooled by</source>
        <translation>Refrigerado por</translation>
    </message>
    <message>
        <source>Floor load</source>
        <translation>Carga del suelo</translation>
    </message>
    <message>
        <source>Margin of the cooling</source>
        <translation>Margen de refrigeración</translation>
    </message>
    <message>
        <source>Mass</source>
        <translation>Masa</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Problemas</translation>
    </message>
    <message>
        <source>Rack power</source>
        <translation>Potencia del rack</translation>
    </message>
    <message>
        <source>Rack type</source>
        <translation>Tipo de rack</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Estado</translation>
    </message>
    <message>
        <source>Units used</source>
        <translation>Unidades usadas</translation>
    </message>
    <message>
        <source>errors</source>
        <translation>errores</translation>
    </message>
    <message>
        <source>none</source>
        <translation>ninguno</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>no se sabe</translation>
    </message>
    <message>
        <source>others</source>
        <translation>otros</translation>
    </message>
    <message>
        <source>phase {number}</source>
        <translation>fase {number}</translation>
    </message>
    <message>
        <source>pilot</source>
        <translation>piloto</translation>
    </message>
    <message>
        <source>warnings</source>
        <translation>avisos</translation>
    </message>
</context>
<context>
    <name>FloorPlace</name>
    <message>
        <source>Draw</source>
        <translation>Dibujar</translation>
    </message>
    <message>
        <source>Draw columns, obstacles, keep-out areas, doors, routes and containments</source>
        <translation>Dibujar columnas, obstáculos, zonas prohibidas, puertas, rutas y cerramientos</translation>
    </message>
    <message>
        <source>Hall</source>
        <translation>Sala</translation>
    </message>
    <message>
        <source>New hall…</source>
        <translation>Nueva sala…</translation>
    </message>
    <message>
        <source>New row…</source>
        <translation>Nueva fila…</translation>
    </message>
    <message>
        <source>Open a rack with a double click or Enter, and place it there.</source>
        <translation>Abra un rack con doble clic o Intro y colóquelo allí.</translation>
    </message>
    <message>
        <source>Paint racks by</source>
        <translation>Colorear racks por</translation>
    </message>
    <message>
        <source>The floor of this project is drawn here, hall by hall: rows, aisles and racks true to scale. Add the first hall.</source>
        <translation>Aquí se dibuja la planta del proyecto, sala por sala: filas, pasillos y racks a escala. Añada la primera sala.</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Herramientas</translation>
    </message>
    <message>
        <source>{model} goes into a rack.</source>
        <translation>{model} va en un rack.</translation>
    </message>
</context>
<context>
    <name>FloorPlan</name>
    <message>
        <source>Cold</source>
        <translation>Frío</translation>
    </message>
    <message>
        <source>Cold aisle · {width}</source>
        <translation>Pasillo frío · {width}</translation>
    </message>
    <message>
        <source>Hot</source>
        <translation>Caliente</translation>
    </message>
    <message>
        <source>Hot aisle · {width}</source>
        <translation>Pasillo caliente · {width}</translation>
    </message>
    <message>
        <source>Mixed</source>
        <translation>Mixto</translation>
    </message>
    <message>
        <source>Mixed aisle · {width}</source>
        <translation>Pasillo mixto · {width}</translation>
    </message>
    <message>
        <source>Thick edge: the front</source>
        <translation>Borde grueso: el frente</translation>
    </message>
    <message>
        <source>{name} · {width} × {depth} · tiles of {tile}</source>
        <translation>{name} · {width} × {depth} · baldosas de {tile}</translation>
    </message>
</context>
<context>
    <name>FloorRowView</name>
    <message>
        <source>The row cannot grow so far</source>
        <translation>La fila no puede crecer tanto</translation>
    </message>
    <message>
        <source>racks: +{count}</source>
        <translation>racks: +{count}</translation>
    </message>
</context>
<context>
    <name>FloorUnderlays</name>
    <message>
        <source>All files (*)</source>
        <translation>Todos los archivos (*)</translation>
    </message>
    <message>
        <source>Click two points whose distance you know.</source>
        <translation>Haga clic en dos puntos cuya distancia conozca.</translation>
    </message>
    <message>
        <source>Drawing {name}</source>
        <translation>Dibujando {name}</translation>
    </message>
    <message>
        <source>Lay under the plan</source>
        <translation>Poner bajo el plano</translation>
    </message>
    <message>
        <source>Not drawn: {kinds}.</source>
        <translation>No se dibujan: {kinds}.</translation>
    </message>
    <message>
        <source>Pictures, PDF and DXF ({patterns})</source>
        <translation>Imágenes, PDF y DXF ({patterns})</translation>
    </message>
    <message>
        <source>Reading {name}</source>
        <translation>Leyendo {name}</translation>
    </message>
    <message>
        <source>Save the floor as a picture</source>
        <translation>Guardar la planta como imagen</translation>
    </message>
    <message>
        <source>The picture lies at {path}.</source>
        <translation>La imagen está en {path}.</translation>
    </message>
    <message>
        <source>{name} lies under the plan, for now as wide as the hall: it does not say its scale.</source>
        <translation>{name} está bajo el plano, por ahora tan ancho como la sala: no dice su escala.</translation>
    </message>
    <message>
        <source>{name} lies under the plan: {width} × {height} by the scale that the page names.</source>
        <translation>{name} está bajo el plano: {width} × {height} según la escala que indica la página.</translation>
    </message>
    <message>
        <source>{name} lies under the plan: {width} × {height}, drawn in {unit}; lines: {lines}.</source>
        <translation>{name} está bajo el plano: {width} × {height}, dibujado en {unit}; líneas: {lines}.</translation>
    </message>
    <message>
        <source>{name}, page {number}</source>
        <translation>{name}, página {number}</translation>
    </message>
</context>
<context>
    <name>FloorView</name>
    <message>
        <source>Floor plan</source>
        <translation>Plano de planta</translation>
    </message>
    <message>
        <source>Nothing selected</source>
        <translation>Nada seleccionado</translation>
    </message>
    <message>
        <source>Selected: {count}</source>
        <translation>Seleccionados: {count}</translation>
    </message>
    <message>
        <source>and {count} more</source>
        <translation>y {count} más</translation>
    </message>
    <message>
        <source>errors: {errors}, warnings: {warnings}</source>
        <translation>errores: {errors}, avisos: {warnings}</translation>
    </message>
</context>
<context>
    <name>FoldingDock</name>
    <message>
        <source>Fold to the edge</source>
        <translation>Plegar al borde</translation>
    </message>
    <message>
        <source>Unfold {title}</source>
        <translation>Desplegar {title}</translation>
    </message>
</context>
<context>
    <name>Form</name>
    <message>
        <source>Asset</source>
        <translation>N.º de activo</translation>
    </message>
    <message>
        <source>Build phase</source>
        <translation>Fase de obra</translation>
    </message>
    <message>
        <source>Not one of the parts has a published value</source>
        <translation>Ninguna de las piezas tiene un valor publicado</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notas</translation>
    </message>
    <message>
        <source>Rail distance</source>
        <translation>Entre rieles</translation>
    </message>
    <message>
        <source>Serial</source>
        <translation>N.º de serie</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Situación</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Estado</translation>
    </message>
    <message>
        <source>several</source>
        <translation>varios</translation>
    </message>
</context>
<context>
    <name>GroupHeader</name>
    <message>
        <source>folded</source>
        <translation>plegado</translation>
    </message>
    <message>
        <source>unfolded</source>
        <translation>desplegado</translation>
    </message>
</context>
<context>
    <name>HallChoice</name>
    <message>
        <source>a new hall</source>
        <translation>una sala nueva</translation>
    </message>
</context>
<context>
    <name>HallForm</name>
    <message>
        <source>Check: {rule}</source>
        <translation>Regla: {rule}</translation>
    </message>
    <message>
        <source>Checked by: {rules}</source>
        <translation>Lo comprueban: {rules}</translation>
    </message>
    <message>
        <source>Clear height</source>
        <translation>Altura libre</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>Fondo</translation>
    </message>
    <message>
        <source>Floor</source>
        <translation>Suelo</translation>
    </message>
    <message>
        <source>Floor items</source>
        <translation>Elementos de la planta</translation>
    </message>
    <message>
        <source>Hall</source>
        <translation>Sala</translation>
    </message>
    <message>
        <source>Hall of {area}</source>
        <translation>Sala de {area}</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Clase</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>Nombres</translation>
    </message>
    <message>
        <source>New racks are called so; “Name racks by pattern…” names those that are there.</source>
        <translation>Los racks nuevos se llaman así; «Nombrar racks por patrón…» nombra los que ya están.</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notas</translation>
    </message>
    <message>
        <source>Point load</source>
        <translation>Carga puntual</translation>
    </message>
    <message>
        <source>Rack names</source>
        <translation>Nombres de racks</translation>
    </message>
    <message>
        <source>Racks</source>
        <translation>Racks</translation>
    </message>
    <message>
        <source>Rolling load</source>
        <translation>Carga rodante</translation>
    </message>
    <message>
        <source>The grid to which things are drawn</source>
        <translation>La rejilla a la que se ajustan las cosas</translation>
    </message>
    <message>
        <source>Tile</source>
        <translation>Baldosa</translation>
    </message>
    <message>
        <source>Totals of the hall</source>
        <translation>Totales de la sala</translation>
    </message>
    <message>
        <source>Uniform load</source>
        <translation>Carga uniforme</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Ancho</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>no se sabe</translation>
    </message>
    <message>
        <source>raised floor</source>
        <translation>suelo técnico</translation>
    </message>
    <message>
        <source>site sheet: {value}</source>
        <translation>ficha: {value}</translation>
    </message>
    <message>
        <source>slab</source>
        <translation>losa</translation>
    </message>
    <message>
        <source>usual: {tile}</source>
        <translation>habitual: {tile}</translation>
    </message>
</context>
<context>
    <name>HallSizeDialog</name>
    <message>
        <source>Corner, from north wall</source>
        <translation>Esquina, desde la pared norte</translation>
    </message>
    <message>
        <source>Corner, from west wall</source>
        <translation>Esquina, desde la pared oeste</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>Fondo</translation>
    </message>
    <message>
        <source>From the walls as they are now.</source>
        <translation>Desde las paredes tal como están ahora.</translation>
    </message>
    <message>
        <source>Hall&apos;s size from its plan</source>
        <translation>Tamaño de la sala según su plano</translation>
    </message>
    <message>
        <source>Set the size</source>
        <translation>Fijar el tamaño</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Ancho</translation>
    </message>
    <message>
        <source>{name}: everything keeps its place on the plan; the walls go where the rectangle is.</source>
        <translation>{name}: todo conserva su lugar en el plano; las paredes van adonde está el rectángulo.</translation>
    </message>
</context>
<context>
    <name>HallTool</name>
    <message>
        <source>Drag a rectangle from wall to wall, inside: it becomes the hall. Alt: not drawn to line ends. Esc: leave it.</source>
        <translation>Arrastre un rectángulo de pared a pared, por dentro: será la sala. Alt: sin atraer a extremos. Esc: dejarlo.</translation>
    </message>
</context>
<context>
    <name>HandOverDialog</name>
    <message>
        <source>A .pdf holds all sheets; .svg and .png are one file for each.</source>
        <translation>Un .pdf contiene todas las hojas; .svg y .png son un archivo por hoja.</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>Ambos</translation>
    </message>
    <message>
        <source>Build phase</source>
        <translation>Fase de obra</translation>
    </message>
    <message>
        <source>Direction</source>
        <translation>Orientación</translation>
    </message>
    <message>
        <source>Drawings and lists on paper, of the project as it is now. It is not changed.</source>
        <translation>Dibujos y listas en papel, del proyecto tal como está ahora. No se modifica.</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Todo</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Archivo</translation>
    </message>
    <message>
        <source>Front</source>
        <translation>Frente</translation>
    </message>
    <message>
        <source>Hall {name}</source>
        <translation>Sala {name}</translation>
    </message>
    <message>
        <source>Hand over</source>
        <translation>Entregar</translation>
    </message>
    <message>
        <source>Landscape</source>
        <translation>Horizontal</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Idioma</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Red</translation>
    </message>
    <message>
        <source>Of</source>
        <translation>De</translation>
    </message>
    <message>
        <source>Paper</source>
        <translation>Papel</translation>
    </message>
    <message>
        <source>Portrait</source>
        <translation>Vertical</translation>
    </message>
    <message>
        <source>Racks a sheet</source>
        <translation>Racks por hoja</translation>
    </message>
    <message>
        <source>Rear</source>
        <translation>Trasera</translation>
    </message>
    <message>
        <source>Reports</source>
        <translation>Informes</translation>
    </message>
    <message>
        <source>Sides of the racks</source>
        <translation>Lados de los racks</translation>
    </message>
    <message>
        <source>The selected parts of the power chain: {count}</source>
        <translation>Las partes seleccionadas de la cadena eléctrica: {count}</translation>
    </message>
    <message>
        <source>The selected racks: {count}</source>
        <translation>Los racks seleccionados: {count}</translation>
    </message>
    <message>
        <source>What suits each report</source>
        <translation>El que conviene a cada informe</translation>
    </message>
    <message>
        <source>Work order since</source>
        <translation>Orden de trabajo desde</translation>
    </message>
</context>
<context>
    <name>HangOnDialog</name>
    <message>
        <source>Alternate</source>
        <translation>Alternativa</translation>
    </message>
    <message>
        <source>Cut from what feeds it</source>
        <translation>Separar de lo que la alimenta</translation>
    </message>
    <message>
        <source>Fed from</source>
        <translation>Alimentado desde</translation>
    </message>
    <message>
        <source>Hang</source>
        <translation>Colgar</translation>
    </message>
    <message>
        <source>Hang on</source>
        <translation>Colgar de</translation>
    </message>
    <message>
        <source>Nothing in the power is called so.</source>
        <translation>Nada en la alimentación se llama así.</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nada</translation>
    </message>
</context>
<context>
    <name>HistoryDelegate</name>
    <message>
        <source>{step} (undone)</source>
        <translation>{step} (deshecho)</translation>
    </message>
</context>
<context>
    <name>HistoryDock</name>
    <message numerus="yes">
        <source>%n step(s), kept across restarts</source>
        <translation>
            <numerusform>%n paso, se conserva al reiniciar</numerusform>
            <numerusform>%n pasos, se conservan al reiniciar</numerusform>
        </translation>
    </message>
    <message>
        <source>Each change you make is listed here and can be undone, also after a restart.</source>
        <translation>Aquí se anota cada cambio, y todos pueden deshacerse, también tras reiniciar.</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Historial</translation>
    </message>
</context>
<context>
    <name>HistoryModel</name>
    <message>
        <source>Beginning of the history</source>
        <translation>Comienzo del historial</translation>
    </message>
    <message>
        <source>present state</source>
        <translation>estado actual</translation>
    </message>
    <message>
        <source>undone</source>
        <translation>deshecho</translation>
    </message>
</context>
<context>
    <name>HistoryView</name>
    <message>
        <source>Copy as text</source>
        <translation>Copiar como texto</translation>
    </message>
    <message>
        <source>Go to this step</source>
        <translation>Ir a este paso</translation>
    </message>
    <message>
        <source>Steps, the newest first</source>
        <translation>Pasos, el más reciente primero</translation>
    </message>
</context>
<context>
    <name>Home</name>
    <message>
        <source>It was moved, renamed or deleted, or its disk is not connected. Open it from its new place.</source>
        <translation>Se movió, se renombró o se borró, o su disco no está conectado. Ábralo desde su sitio nuevo.</translation>
    </message>
    <message>
        <source>{path} is not there any more.</source>
        <translation>{path} ya no está.</translation>
    </message>
</context>
<context>
    <name>HomePane</name>
    <message>
        <source>A project, a template, a list, a library or a floor plan: open it, or drop it here.</source>
        <translation>Un proyecto, plantilla, lista, biblioteca o plano: ábralo, o suéltelo aquí.</translation>
    </message>
    <message>
        <source>All templates…</source>
        <translation>Todas las plantillas…</translation>
    </message>
    <message>
        <source>As the desktop</source>
        <translation>Como el escritorio</translation>
    </message>
    <message>
        <source>Auto</source>
        <translation>Auto</translation>
    </message>
    <message>
        <source>Click an underlined figure</source>
        <translation>Toque una cifra subrayada</translation>
    </message>
    <message>
        <source>Contrast</source>
        <translation>Contraste</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Oscuro</translation>
    </message>
    <message>
        <source>Drag a device</source>
        <translation>Arrastre un equipo</translation>
    </message>
    <message>
        <source>Everything stays in one file on this machine. No network is needed.</source>
        <translation>Todo queda en un solo archivo, en este equipo. No hace falta red.</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>Seguir</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>Inicio</translation>
    </message>
    <message>
        <source>Imperial</source>
        <translation>Imperiales</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Idioma</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Claro</translation>
    </message>
    <message>
        <source>Look parts up</source>
        <translation>Buscar piezas</translation>
    </message>
    <message>
        <source>Metric</source>
        <translation>Métricas</translation>
    </message>
    <message>
        <source>New project…</source>
        <translation>Nuevo proyecto…</translation>
    </message>
    <message>
        <source>Open the catalog</source>
        <translation>Abrir el catálogo</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Abrir…</translation>
    </message>
    <message>
        <source>Plan a site</source>
        <translation>Planear un centro</translation>
    </message>
    <message>
        <source>Press Ctrl+K</source>
        <translation>Pulse Ctrl+K</translation>
    </message>
    <message>
        <source>Racks, servers and switches, to scale, judged as you go: space, weight and power.</source>
        <translation>Racks, servidores y conmutadores a escala, comprobados sobre la marcha: espacio, peso y potencia.</translation>
    </message>
    <message>
        <source>Recent</source>
        <translation>Recientes</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>Ejemplos</translation>
    </message>
    <message>
        <source>Size a model</source>
        <translation>Elegir las GPU</translation>
    </message>
    <message>
        <source>Size a model…</source>
        <translation>Elegir las GPU…</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Tema</translation>
    </message>
    <message>
        <source>They open as a copy of your own.</source>
        <translation>Se abren como copia propia.</translation>
    </message>
    <message>
        <source>To begin with</source>
        <translation>Para empezar</translation>
    </message>
    <message>
        <source>Undo without fear</source>
        <translation>Deshaga sin miedo</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>Unidades</translation>
    </message>
    <message>
        <source>What can be bought, each fact with its source; compare types and add your own.</source>
        <translation>Lo que se puede comprar, cada dato con su fuente; compare tipos y añada los suyos.</translation>
    </message>
    <message>
        <source>What will you do today?</source>
        <translation>¿Qué va a hacer hoy?</translation>
    </message>
    <message>
        <source>Which GPUs serve it as asked, with memory and times and what they rest on.</source>
        <translation>Qué GPU sirven un modelo como se pide, con memoria y tiempos y en qué se basan.</translation>
    </message>
    <message>
        <source>from the catalog into a rack; what does not fit says so at once.</source>
        <translation>del catálogo al rack; lo que no cabe lo dice al momento.</translation>
    </message>
    <message>
        <source>the history is in the file and outlives a restart.</source>
        <translation>el historial queda en el archivo, también al reiniciar.</translation>
    </message>
    <message>
        <source>to reach any action, rack, device or part.</source>
        <translation>para llegar a cualquier orden, rack, equipo o pieza.</translation>
    </message>
    <message>
        <source>to see its sum, its data and their sources.</source>
        <translation>para ver la suma, los datos y sus fuentes.</translation>
    </message>
</context>
<context>
    <name>Import</name>
    <message>
        <source>and {count} more</source>
        <translation>y {count} más</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>cambia</translation>
    </message>
    <message>
        <source>error</source>
        <translation>error</translation>
    </message>
    <message>
        <source>new</source>
        <translation>nuevo</translation>
    </message>
    <message>
        <source>remark</source>
        <translation>nota</translation>
    </message>
    <message>
        <source>stays as it is</source>
        <translation>queda igual</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>aviso</translation>
    </message>
    <message>
        <source>wrong</source>
        <translation>mal</translation>
    </message>
    <message>
        <source>{name} in {where}</source>
        <translation>{name} en {where}</translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message>
        <source>All</source>
        <translation>Todo</translation>
    </message>
    <message>
        <source>Cell</source>
        <translation>Celda</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Cambia</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>Elija un archivo</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filtrar</translation>
    </message>
    <message>
        <source>Halls, racks and devices from a list. What is not in the list stays as it is.</source>
        <translation>Salas, racks y equipos de una lista. Lo que no está en la lista queda como está.</translation>
    </message>
    <message>
        <source>How</source>
        <translation>Cómo</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importar</translation>
    </message>
    <message>
        <source>Import from</source>
        <translation>Importar de</translation>
    </message>
    <message>
        <source>Importing</source>
        <translation>Importando</translation>
    </message>
    <message>
        <source>It brings problems: errors {errors}, warnings {warnings}, remarks {remarks}.</source>
        <translation>Trae problemas: {errors} errores, {warnings} avisos, {remarks} notas.</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Nuevo</translation>
    </message>
    <message>
        <source>Not needed, for the racks and devices say the same: {names}.</source>
        <translation>No hacen falta, porque los racks y los dispositivos dicen lo mismo: {names}.</translation>
    </message>
    <message>
        <source>Not understood and left alone: {names}.</source>
        <translation>No se entiende y se deja de lado: {names}.</translation>
    </message>
    <message>
        <source>Nothing can be imported while something is wrong: mend the file and choose it again.</source>
        <translation>No se puede importar nada mientras haya errores: corrija el archivo y elíjalo de nuevo.</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Problemas</translation>
    </message>
    <message>
        <source>Reading the file</source>
        <translation>Leyendo el archivo</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Mostrar</translation>
    </message>
    <message>
        <source>The project says all of this already.</source>
        <translation>El proyecto ya dice todo esto.</translation>
    </message>
    <message>
        <source>There is no such file.</source>
        <translation>No existe ese archivo.</translation>
    </message>
    <message>
        <source>Unchanged</source>
        <translation>Igual</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Qué</translation>
    </message>
    <message>
        <source>What happens</source>
        <translation>Qué ocurre</translation>
    </message>
    <message>
        <source>What it would change is shown here first. Nothing is written before you import it.</source>
        <translation>Aquí se muestra primero qué cambiaría. No se escribe nada antes de que lo importe.</translation>
    </message>
    <message>
        <source>What the list would do</source>
        <translation>Lo que haría la lista</translation>
    </message>
    <message>
        <source>Wrong</source>
        <translation>Mal</translation>
    </message>
    <message>
        <source>others</source>
        <translation>otros</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} de {total}</translation>
    </message>
    <message>
        <source>{new} new, {changed} changed, {unchanged} as they are. It becomes one step that can be undone.</source>
        <translation>Nuevos: {new}; cambian: {changed}; quedan igual: {unchanged}. Será un solo paso, que se puede deshacer.</translation>
    </message>
</context>
<context>
    <name>InlinePrompt</name>
    <message>
        <source>Close without an answer</source>
        <translation>Cerrar sin responder</translation>
    </message>
</context>
<context>
    <name>InsertPicture</name>
    <message>
        <source>Click where it shall stand; arrows move it by a tile, with Shift by 100 mm</source>
        <translation>Pulse donde deba estar; las flechas lo mueven una baldosa, con Mayús 100 mm</translation>
    </message>
    <message>
        <source>Where it goes in the hall</source>
        <translation>Dónde va en la sala</translation>
    </message>
</context>
<context>
    <name>InsertTemplateDialog</name>
    <message>
        <source>As a new hall</source>
        <translation>Como sala nueva</translation>
    </message>
    <message>
        <source>Find a free place</source>
        <translation>Buscar un sitio libre</translation>
    </message>
    <message>
        <source>Insert</source>
        <translation>Insertar</translation>
    </message>
    <message>
        <source>Insert a template</source>
        <translation>Insertar una plantilla</translation>
    </message>
    <message>
        <source>Into {hall}</source>
        <translation>En {hall}</translation>
    </message>
    <message>
        <source>It has several halls, so it comes as new halls.</source>
        <translation>Tiene varias salas, así que viene como salas nuevas.</translation>
    </message>
    <message>
        <source>It is built into this project as one step; names that are taken count on.</source>
        <translation>Se construye en este proyecto como un solo paso; los nombres ocupados siguen contando.</translation>
    </message>
    <message>
        <source>It stands free there.</source>
        <translation>Ahí queda libre.</translation>
    </message>
    <message>
        <source>Template</source>
        <translation>Plantilla</translation>
    </message>
    <message>
        <source>There is no free place for it in this hall; choose another, or a new hall.</source>
        <translation>En esta sala no hay sitio libre para ella; elija otra, o una sala nueva.</translation>
    </message>
    <message>
        <source>Where it goes</source>
        <translation>Dónde va</translation>
    </message>
</context>
<context>
    <name>InspectorBays</name>
    <message>
        <source>Bay</source>
        <translation>Bahía</translation>
    </message>
    <message>
        <source>Bays</source>
        <translation>Bahías</translation>
    </message>
    <message>
        <source>Fill {count} free bays with {model}</source>
        <translation>Llenar {count} bahías libres con {model}</translation>
    </message>
    <message>
        <source>Select {name}</source>
        <translation>Seleccionar {name}</translation>
    </message>
    <message>
        <source>Sits in</source>
        <translation>Alojado en</translation>
    </message>
    <message>
        <source>free</source>
        <translation>libre</translation>
    </message>
</context>
<context>
    <name>InspectorCounts</name>
    <message numerus="yes">
        <source>%n cable(s)</source>
        <translation>
            <numerusform>%n cable</numerusform>
            <numerusform>%n cables</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n error</numerusform>
            <numerusform>%n errores</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note(s)</source>
        <translation>
            <numerusform>%n nota</numerusform>
            <numerusform>%n notas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s)</source>
        <translation>
            <numerusform>%n elemento</numerusform>
            <numerusform>%n elementos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n part(s) of the cooling</source>
        <translation>
            <numerusform>%n parte de la refrigeración</numerusform>
            <numerusform>%n partes de la refrigeración</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n part(s) of the power</source>
        <translation>
            <numerusform>%n parte de la alimentación</numerusform>
            <numerusform>%n partes de la alimentación</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n aviso</numerusform>
            <numerusform>%n avisos</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>InspectorDock</name>
    <message>
        <source>Inspector</source>
        <translation>Inspector</translation>
    </message>
    <message>
        <source>No project open</source>
        <translation>Ningún proyecto abierto</translation>
    </message>
</context>
<context>
    <name>InspectorFloor</name>
    <message>
        <source>From north wall</source>
        <translation>Desde pared norte</translation>
    </message>
    <message>
        <source>From west wall</source>
        <translation>Desde pared oeste</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>Posición</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>Fila</translation>
    </message>
    <message>
        <source>Turn</source>
        <translation>Giro</translation>
    </message>
    <message>
        <source>in none</source>
        <translation>en ninguna</translation>
    </message>
</context>
<context>
    <name>InspectorMeasures</name>
    <message>
        <source>A number is wanted here.</source>
        <translation>Aquí hace falta un número.</translation>
    </message>
    <message>
        <source>Between {least} and {most}.</source>
        <translation>Entre {least} y {most}.</translation>
    </message>
</context>
<context>
    <name>ItemForm</name>
    <message>
        <source>Area</source>
        <translation>Área</translation>
    </message>
    <message>
        <source>Clear height</source>
        <translation>Altura libre</translation>
    </message>
    <message>
        <source>Clear width</source>
        <translation>Ancho libre</translation>
    </message>
    <message>
        <source>Corners</source>
        <translation>Esquinas</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>Fondo</translation>
    </message>
    <message>
        <source>Floor item</source>
        <translation>Elemento de la planta</translation>
    </message>
    <message>
        <source>From north wall</source>
        <translation>Desde pared norte</translation>
    </message>
    <message>
        <source>From west wall</source>
        <translation>Desde pared oeste</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Clase</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Longitud</translation>
    </message>
    <message>
        <source>New (x · y)</source>
        <translation>Nuevo (x · y)</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notas</translation>
    </message>
    <message>
        <source>Points of the route</source>
        <translation>Puntos de la ruta</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>Posición</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Tamaño</translation>
    </message>
    <message>
        <source>Turn</source>
        <translation>Giro</translation>
    </message>
    <message>
        <source>Two lengths are wanted, such as {example}.</source>
        <translation>Hacen falta dos longitudes, como {example}.</translation>
    </message>
    <message>
        <source>What passes</source>
        <translation>Qué pasa</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Ancho</translation>
    </message>
    <message>
        <source>not limited</source>
        <translation>sin límite</translation>
    </message>
    <message>
        <source>phase {number}</source>
        <translation>fase {number}</translation>
    </message>
    <message>
        <source>{number} (x · y)</source>
        <translation>{number} (x · y)</translation>
    </message>
</context>
<context>
    <name>ItemsForm</name>
    <message numerus="yes">
        <source>%n floor item(s)</source>
        <translation>
            <numerusform>%n elemento de la planta</numerusform>
            <numerusform>%n elementos de la planta</numerusform>
        </translation>
    </message>
    <message>
        <source>Clear height</source>
        <translation>Altura libre</translation>
    </message>
    <message>
        <source>Clear width</source>
        <translation>Ancho libre</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notas</translation>
    </message>
    <message>
        <source>Set for all</source>
        <translation>Fijar para todos</translation>
    </message>
    <message>
        <source>not limited</source>
        <translation>sin límite</translation>
    </message>
</context>
<context>
    <name>JudgementCounts</name>
    <message numerus="yes">
        <source>%n switch(es) at the top, {down} below</source>
        <translation>
            <numerusform>%n conmutador en lo alto, {down} por debajo</numerusform>
            <numerusform>%n conmutadores en lo alto, {down} por debajo</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n switch(es), {down} down, {up} up; the worst: {name}, {ratio}</source>
        <translation>
            <numerusform>%n conmutador, {down} abajo, {up} arriba; el peor: {name}, {ratio}</numerusform>
            <numerusform>%n conmutadores, {down} abajo, {up} arriba; el peor: {name}, {ratio}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>of %n node(s), and between switches</source>
        <translation>
            <numerusform>de %n nodo y entre conmutadores</numerusform>
            <numerusform>de %n nodos y entre conmutadores</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{name}: %n node(s) have less, {cut} nothing; most of its like leave {usual}</source>
        <translation>
            <numerusform>{name}: %n nodo tiene menos, {cut} nada; la mayoría de sus iguales dejan {usual}</numerusform>
            <numerusform>{name}: %n nodos tienen menos, {cut} nada; la mayoría de sus iguales dejan {usual}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{name}: %n node(s) have less; most of its like leave {usual}</source>
        <translation>
            <numerusform>{name}: %n nodo tiene menos; la mayoría de sus iguales dejan {usual}</numerusform>
            <numerusform>{name}: %n nodos tienen menos; la mayoría de sus iguales dejan {usual}</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Laying</name>
    <message>
        <source>Not to {port}</source>
        <translation>No a {port}</translation>
    </message>
    <message>
        <source>This cable fits {port}</source>
        <translation>Este cable sirve para {port}</translation>
    </message>
    <message>
        <source>Way: {length}</source>
        <translation>Recorrido: {length}</translation>
    </message>
</context>
<context>
    <name>Legend</name>
    <message>
        <source>Legend</source>
        <translation>Leyenda</translation>
    </message>
</context>
<context>
    <name>LengthHistogram</name>
    <message>
        <source>Lengths</source>
        <translation>Longitudes</translation>
    </message>
    <message>
        <source>No lengths chosen yet</source>
        <translation>Aún no hay longitudes elegidas</translation>
    </message>
</context>
<context>
    <name>LibrariesView</name>
    <message>
        <source>A folder or ZIP archive of NetBox device types, module types and rack types, or a single file of it.</source>
        <translation>Una carpeta o un archivo ZIP con tipos de dispositivos, módulos y racks de NetBox, o un solo archivo de ella.</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Desde</translation>
    </message>
    <message>
        <source>Hidden</source>
        <translation>Ocultos</translation>
    </message>
    <message>
        <source>Hidden types</source>
        <translation>Tipos ocultos</translation>
    </message>
    <message>
        <source>How much its types say of themselves (median): weight, power, air, ports …</source>
        <translation>Cuánto dicen sus tipos de sí mismos (mediana): peso, potencia, aire, puertos…</translation>
    </message>
    <message>
        <source>Import a library…</source>
        <translation>Importar una biblioteca…</translation>
    </message>
    <message>
        <source>Imported</source>
        <translation>Importada</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Clave</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>Bibliotecas</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>No library is imported yet</source>
        <translation>Aún no se ha importado ninguna biblioteca</translation>
    </message>
    <message>
        <source>Quality</source>
        <translation>Calidad</translation>
    </message>
    <message>
        <source>Remove the library…</source>
        <translation>Quitar la biblioteca…</translation>
    </message>
    <message>
        <source>Types</source>
        <translation>Tipos</translation>
    </message>
    <message>
        <source>What stands before it</source>
        <translation>Qué está delante</translation>
    </message>
    <message>
        <source>another entry of the same key stands before them</source>
        <translation>otra entrada de la misma clave está delante</translation>
    </message>
    <message>
        <source>types of others, below your own and those of the program</source>
        <translation>tipos de otros, por debajo de los propios y de los del programa</translation>
    </message>
    <message>
        <source>{done} of {total} files</source>
        <translation>{done} de {total} archivos</translation>
    </message>
    <message>
        <source>{score} of 100</source>
        <translation>{score} de 100</translation>
    </message>
</context>
<context>
    <name>LibraryReportDialog</name>
    <message>
        <source>Accepted {count}</source>
        <translation>Aceptados {count}</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Todos</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Descartar</translation>
    </message>
    <message>
        <source>File, type, words of a remark</source>
        <translation>Archivo, tipo o palabras de una nota</translation>
    </message>
    <message>
        <source>Files of the library</source>
        <translation>Archivos de la biblioteca</translation>
    </message>
    <message>
        <source>Keep the library</source>
        <translation>Conservar la biblioteca</translation>
    </message>
    <message>
        <source>Keeping the library</source>
        <translation>Conservando la biblioteca</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>Name of the library</source>
        <translation>Nombre de la biblioteca</translation>
    </message>
    <message>
        <source>No hardware {count}</source>
        <translation>No es equipo {count}</translation>
    </message>
    <message>
        <source>Refused {count}</source>
        <translation>Rechazados {count}</translation>
    </message>
    <message>
        <source>Search the report</source>
        <translation>Buscar en el informe</translation>
    </message>
    <message>
        <source>There is nothing in it that could be kept.</source>
        <translation>No hay en ella nada que se pueda conservar.</translation>
    </message>
    <message>
        <source>Types from {file}</source>
        <translation>Tipos de {file}</translation>
    </message>
    <message>
        <source>Verdicts shown</source>
        <translation>Veredictos mostrados</translation>
    </message>
    <message>
        <source>With remarks {count}</source>
        <translation>Con notas {count}</translation>
    </message>
    <message>
        <source>replaces the library of that name</source>
        <translation>sustituye a la biblioteca de ese nombre</translation>
    </message>
    <message>
        <source>{count} types; what they say of themselves: {score} of 100 (median). Your plan is not changed.</source>
        <translation>{count} tipos; lo que dicen de sí mismos: {score} de 100 (mediana). Su plan no cambia.</translation>
    </message>
    <message>
        <source>{found} of {total}</source>
        <translation>{found} de {total}</translation>
    </message>
</context>
<context>
    <name>LibraryRows</name>
    <message>
        <source>File</source>
        <translation>Archivo</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Veredicto</translation>
    </message>
    <message>
        <source>What it says</source>
        <translation>Qué dice</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>aceptado</translation>
    </message>
    <message>
        <source>accepted with remarks</source>
        <translation>aceptado con notas</translation>
    </message>
    <message>
        <source>depth</source>
        <translation>fondo</translation>
    </message>
    <message>
        <source>description</source>
        <translation>descripción</translation>
    </message>
    <message>
        <source>direction of air</source>
        <translation>sentido del aire</translation>
    </message>
    <message>
        <source>entry of the program</source>
        <translation>entrada del programa</translation>
    </message>
    <message>
        <source>height</source>
        <translation>altura</translation>
    </message>
    <message>
        <source>library {name}</source>
        <translation>biblioteca {name}</translation>
    </message>
    <message>
        <source>no hardware</source>
        <translation>no es equipo</translation>
    </message>
    <message>
        <source>part number</source>
        <translation>referencia</translation>
    </message>
    <message>
        <source>ports</source>
        <translation>puertos</translation>
    </message>
    <message>
        <source>power</source>
        <translation>potencia</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>rechazado</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>peso</translation>
    </message>
    <message>
        <source>your own entry</source>
        <translation>entrada propia</translation>
    </message>
</context>
<context>
    <name>LineField</name>
    <message>
        <source>several</source>
        <translation>varios</translation>
    </message>
</context>
<context>
    <name>LinkVerdict</name>
    <message>
        <source>Also in order: {count}</source>
        <translation>También en orden: {count}</translation>
    </message>
    <message>
        <source>Link verdict: in order</source>
        <translation>Veredicto del enlace: en orden</translation>
    </message>
    <message>
        <source>Link verdict: nothing wrong, not all is known</source>
        <translation>Veredicto del enlace: nada mal, no se sabe todo</translation>
    </message>
    <message>
        <source>Link verdict: {count} things are wrong</source>
        <translation>Veredicto del enlace: {count} cosas están mal</translation>
    </message>
    <message>
        <source>Link verdict: {rule}</source>
        <translation>Veredicto del enlace: {rule}</translation>
    </message>
    <message>
        <source>Matings in panels: {count}</source>
        <translation>Uniones en paneles: {count}</translation>
    </message>
    <message>
        <source>finned</source>
        <translation>con aletas</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>sirve</translation>
    </message>
    <message>
        <source>flat</source>
        <translation>plana</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>no se sabe</translation>
    </message>
    <message>
        <source>wrong</source>
        <translation>mal</translation>
    </message>
    <message>
        <source>{rule}, of {limit}</source>
        <translation>{rule}, de {limit}</translation>
    </message>
</context>
<context>
    <name>LinksTable</name>
    <message>
        <source>Links</source>
        <translation>Enlaces</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>You can look at everything and copy from it; nothing can be changed here.</source>
        <translation>Aquí se puede mirar todo y copiarlo; no se puede modificar nada.</translation>
    </message>
    <message>
        <source>every edit is kept</source>
        <translation>todo queda guardado</translation>
    </message>
    <message>
        <source>no project open</source>
        <translation>sin proyecto abierto</translation>
    </message>
    <message>
        <source>read only</source>
        <translation>solo lectura</translation>
    </message>
</context>
<context>
    <name>Marks</name>
    <message>
        <source>calibrated</source>
        <translation>calibrado</translation>
    </message>
    <message>
        <source>derived</source>
        <translation>derivado</translation>
    </message>
    <message>
        <source>error</source>
        <translation>error</translation>
    </message>
    <message>
        <source>exact</source>
        <translation>exacto</translation>
    </message>
    <message>
        <source>from memory</source>
        <translation>de memoria</translation>
    </message>
    <message>
        <source>in order</source>
        <translation>en orden</translation>
    </message>
    <message>
        <source>note</source>
        <translation>nota</translation>
    </message>
    <message>
        <source>read</source>
        <translation>leído</translation>
    </message>
    <message>
        <source>rule of thumb</source>
        <translation>regla práctica</translation>
    </message>
    <message>
        <source>second-hand</source>
        <translation>de segunda mano</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>aviso</translation>
    </message>
</context>
<context>
    <name>MemoryBars</name>
    <message>
        <source>GiB a GPU</source>
        <translation>GiB por GPU</translation>
    </message>
    <message>
        <source>Memory of one GPU</source>
        <translation>Memoria de una GPU</translation>
    </message>
    <message>
        <source>does not</source>
        <translation>no cabe</translation>
    </message>
    <message>
        <source>fits</source>
        <translation>cabe</translation>
    </message>
    <message>
        <source>may miss</source>
        <translation>puede fallar</translation>
    </message>
</context>
<context>
    <name>MenuLine</name>
    <message>
        <source>Find action, rack, device, part…</source>
        <translation>Buscar orden, rack, equipo…</translation>
    </message>
    <message>
        <source>Menus</source>
        <translation>Menús</translation>
    </message>
</context>
<context>
    <name>MessageBar</name>
    <message>
        <source>Close the message</source>
        <translation>Cerrar el mensaje</translation>
    </message>
</context>
<context>
    <name>MissingFactsView</name>
    <message>
        <source>Fact</source>
        <translation>Dato</translation>
    </message>
    <message>
        <source>From memory</source>
        <translation>De memoria</translation>
    </message>
    <message>
        <source>Known</source>
        <translation>Conocidos</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>Faltan</translation>
    </message>
    <message>
        <source>Missing facts</source>
        <translation>Datos que faltan</translation>
    </message>
    <message>
        <source>Show the types that lack it</source>
        <translation>Mostrar los tipos a los que les falta</translation>
    </message>
    <message>
        <source>Show them</source>
        <translation>Mostrarlos</translation>
    </message>
    <message>
        <source>what one wants to know and no document told</source>
        <translation>lo que se querría saber y ningún documento dice</translation>
    </message>
</context>
<context>
    <name>MoveTool</name>
    <message>
        <source>Drag the picture under the plan. Shift: straight. Esc: leave it.</source>
        <translation>Arrastre la imagen bajo el plano. Mayús: recto. Esc: dejarlo.</translation>
    </message>
</context>
<context>
    <name>NameRacksDialog</name>
    <message>
        <source>A pattern is needed.</source>
        <translation>Hace falta un patrón.</translation>
    </message>
    <message>
        <source>First rack</source>
        <translation>Primer rack</translation>
    </message>
    <message>
        <source>First row</source>
        <translation>Primera fila</translation>
    </message>
    <message>
        <source>Made of text and of {fields}; {example} fills up with zeros to two digits.</source>
        <translation>Se compone de texto y de {fields}; {example} rellena con ceros hasta dos cifras.</translation>
    </message>
    <message>
        <source>Name racks</source>
        <translation>Nombrar racks</translation>
    </message>
    <message>
        <source>Name racks by pattern</source>
        <translation>Nombrar racks por patrón</translation>
    </message>
    <message>
        <source>Name {count} racks</source>
        <translation>Nombrar {count} racks</translation>
    </message>
    <message>
        <source>Names now and then</source>
        <translation>Nombres actuales y nuevos</translation>
    </message>
    <message>
        <source>No rack stands in these rows.</source>
        <translation>No hay ningún rack en estas filas.</translation>
    </message>
    <message>
        <source>Pattern</source>
        <translation>Patrón</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Filas</translation>
    </message>
    <message>
        <source>Rows are counted from the front of {hall} to its back, racks along their row.</source>
        <translation>Las filas se cuentan desde el frente de {hall} hasta el fondo; los racks, a lo largo de su fila.</translation>
    </message>
    <message>
        <source>Several racks would be called {names}.</source>
        <translation>Varios racks se llamarían {names}.</translation>
    </message>
    <message>
        <source>all rows of the hall</source>
        <translation>todas las filas de la sala</translation>
    </message>
    <message>
        <source>only {rows}</source>
        <translation>solo {rows}</translation>
    </message>
</context>
<context>
    <name>NamedForm</name>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
</context>
<context>
    <name>NetboxTypesDialog</name>
    <message numerus="yes">
        <source>%n device type(s)</source>
        <translation>
            <numerusform>%n tipo de dispositivo</numerusform>
            <numerusform>%n tipos de dispositivo</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n module type(s)</source>
        <translation>
            <numerusform>%n tipo de módulo</numerusform>
            <numerusform>%n tipos de módulo</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rack type(s)</source>
        <translation>
            <numerusform>%n tipo de rack</numerusform>
            <numerusform>%n tipos de rack</numerusform>
        </translation>
    </message>
    <message>
        <source>4.5 and later</source>
        <translation>4.5 y posteriores</translation>
    </message>
    <message>
        <source>Any</source>
        <translation>Cualquiera</translation>
    </message>
    <message>
        <source>As a library: a folder for each kind and maker, a file for each type.</source>
        <translation>Como biblioteca: una carpeta por clase y fabricante, un archivo por tipo.</translation>
    </message>
    <message>
        <source>Before 4.5</source>
        <translation>Antes de 4.5</translation>
    </message>
    <message>
        <source>Choose a place</source>
        <translation>Elegir un lugar</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Carpeta</translation>
    </message>
    <message>
        <source>NetBox has no type for {count} of them, which stay out: {names}.</source>
        <translation>NetBox no tiene tipo para {count} de ellos, que se quedan fuera: {names}.</translation>
    </message>
    <message>
        <source>NetBox types (*.yaml)</source>
        <translation>Tipos de NetBox (*.yaml)</translation>
    </message>
    <message>
        <source>None of them can be written.</source>
        <translation>Ninguno se puede escribir.</translation>
    </message>
    <message>
        <source>One file a kind</source>
        <translation>Un archivo por clase</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Lugar</translation>
    </message>
    <message>
        <source>Release</source>
        <translation>Versión</translation>
    </message>
    <message>
        <source>Release of NetBox</source>
        <translation>Versión de NetBox</translation>
    </message>
    <message>
        <source>Replaced, because they are there already: {names}.</source>
        <translation>Se sustituyen, porque ya existen: {names}.</translation>
    </message>
    <message>
        <source>The name must end in {suffix}.</source>
        <translation>El nombre debe terminar en {suffix}.</translation>
    </message>
    <message>
        <source>They write the ways through a patch panel differently.</source>
        <translation>Escriben de otro modo los caminos a través de un panel.</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>Escribir</translation>
    </message>
    <message>
        <source>Write types for NetBox</source>
        <translation>Escribir tipos para NetBox</translation>
    </message>
    <message>
        <source>Written as</source>
        <translation>Escrito como</translation>
    </message>
    <message>
        <source>ZIP archive</source>
        <translation>Archivo ZIP</translation>
    </message>
    <message>
        <source>ZIP archive (*.zip)</source>
        <translation>Archivo ZIP (*.zip)</translation>
    </message>
    <message>
        <source>others</source>
        <translation>otros</translation>
    </message>
</context>
<context>
    <name>NetworkColours</name>
    <message>
        <source>blue</source>
        <translation>azul</translation>
    </message>
    <message>
        <source>green</source>
        <translation>verde</translation>
    </message>
    <message>
        <source>magenta</source>
        <translation>magenta</translation>
    </message>
    <message>
        <source>orange</source>
        <translation>naranja</translation>
    </message>
    <message>
        <source>petrol</source>
        <translation>petróleo</translation>
    </message>
    <message>
        <source>sand</source>
        <translation>arena</translation>
    </message>
    <message>
        <source>sea green</source>
        <translation>verde mar</translation>
    </message>
    <message>
        <source>sky blue</source>
        <translation>celeste</translation>
    </message>
    <message>
        <source>turquoise</source>
        <translation>turquesa</translation>
    </message>
    <message>
        <source>violet</source>
        <translation>violeta</translation>
    </message>
    <message>
        <source>wine red</source>
        <translation>granate</translation>
    </message>
    <message>
        <source>yellow</source>
        <translation>amarillo</translation>
    </message>
</context>
<context>
    <name>NetworkColoursDialog</name>
    <message>
        <source>All as usual</source>
        <translation>Todos como siempre</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Color</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>Colores</translation>
    </message>
    <message>
        <source>Colours of networks and rails</source>
        <translation>Colores de redes y carriles</translation>
    </message>
    <message>
        <source>Free, as #rrggbb</source>
        <translation>Libre, como #rrggbb</translation>
    </message>
    <message>
        <source>How it is seen</source>
        <translation>Cómo se ve</translation>
    </message>
    <message>
        <source>Kept in the project. Those with a name have a tone in each theme; names and numbers stand beside colours.</source>
        <translation>Se guardan en el proyecto. Los que tienen nombre tienen un tono en cada tema; junto al color van nombres y números.</translation>
    </message>
    <message>
        <source>Networks</source>
        <translation>Redes</translation>
    </message>
    <message>
        <source>Rail {number}</source>
        <translation>Carril {number}</translation>
    </message>
    <message>
        <source>Rails</source>
        <translation>Carriles</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Qué</translation>
    </message>
    <message>
        <source>as usual</source>
        <translation>el de siempre</translation>
    </message>
    <message>
        <source>clear in every theme</source>
        <translation>claro en todos los temas</translation>
    </message>
    <message>
        <source>dark</source>
        <translation>oscuro</translation>
    </message>
    <message>
        <source>free</source>
        <translation>libre</translation>
    </message>
    <message>
        <source>hard to see on the ground of the {theme} theme: {ratio}</source>
        <translation>se ve mal sobre el fondo del tema {theme}: {ratio}</translation>
    </message>
    <message>
        <source>hard to tell from {other} for some eyes</source>
        <translation>difícil de distinguir de {other} para algunos ojos</translation>
    </message>
    <message>
        <source>high-contrast</source>
        <translation>de alto contraste</translation>
    </message>
    <message>
        <source>light</source>
        <translation>claro</translation>
    </message>
    <message>
        <source>rail {number}</source>
        <translation>carril {number}</translation>
    </message>
</context>
<context>
    <name>NetworkStageDialog</name>
    <message>
        <source>0: all its ports of the network.</source>
        <translation>0: todos sus puertos de la red.</translation>
    </message>
    <message>
        <source>0: that of the network. Faster ports hold several links.</source>
        <translation>0: la de la red. Los puertos más rápidos llevan varios enlaces.</translation>
    </message>
    <message>
        <source>A stage hangs devices on switches. Stages are laid one after the other: those before have the first ports.</source>
        <translation>Una etapa conecta dispositivos a conmutadores. Las etapas se tienden una tras otra: las anteriores toman los primeros puertos.</translation>
    </message>
    <message>
        <source>Add a stage to {network}</source>
        <translation>Añadir una etapa a {network}</translation>
    </message>
    <message>
        <source>Add the stage</source>
        <translation>Añadir la etapa</translation>
    </message>
    <message>
        <source>By their role, which the inspector says.</source>
        <translation>Por su función, que se indica en el inspector.</translation>
    </message>
    <message>
        <source>Change a stage of {network}</source>
        <translation>Cambiar una etapa de {network}</translation>
    </message>
    <message>
        <source>Change the stage</source>
        <translation>Cambiar la etapa</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Dispositivos</translation>
    </message>
    <message>
        <source>Each device on as many switches as it has links, and all switches alike.</source>
        <translation>Cada dispositivo en tantos conmutadores como enlaces tiene, y todos los conmutadores por igual.</translation>
    </message>
    <message>
        <source>Each device with the same number of links to every switch, as leaves to spines.</source>
        <translation>Cada dispositivo con los mismos enlaces a cada conmutador, como de leaves a spines.</translation>
    </message>
    <message>
        <source>Everything with ports of the network</source>
        <translation>Todo lo que tiene puertos de la red</translation>
    </message>
    <message>
        <source>How the switches are shared</source>
        <translation>Cómo se reparten los conmutadores</translation>
    </message>
    <message>
        <source>Links of each device</source>
        <translation>Enlaces por dispositivo</translation>
    </message>
    <message>
        <source>No device has a role yet. Select the switches and say their role in the inspector.</source>
        <translation>Ningún dispositivo tiene función todavía. Seleccione los conmutadores e indique su función en el inspector.</translation>
    </message>
    <message>
        <source>One switch after the other, each device on the nearest that has room.</source>
        <translation>Un conmutador tras otro, cada dispositivo en el más cercano con sitio.</translation>
    </message>
    <message>
        <source>Rate of a link</source>
        <translation>Velocidad de un enlace</translation>
    </message>
    <message>
        <source>Spread</source>
        <translation>Reparto</translation>
    </message>
    <message>
        <source>Switches</source>
        <translation>Conmutadores</translation>
    </message>
    <message>
        <source>The network cannot be laid so:</source>
        <translation>Así no se puede tender la red:</translation>
    </message>
    <message>
        <source>The same role as above joins two and two of them.</source>
        <translation>La misma función de arriba los une de dos en dos.</translation>
    </message>
    <message>
        <source>Two and two are joined in the order of their names.</source>
        <translation>Se unen de dos en dos por orden de nombre.</translation>
    </message>
    <message>
        <source>all its ports</source>
        <translation>todos sus puertos</translation>
    </message>
    <message>
        <source>{links} links between {devices} devices and {switches} switches.</source>
        <translation>{links} enlaces entre {devices} dispositivos y {switches} conmutadores.</translation>
    </message>
    <message>
        <source>{rate} Gb/s, as the network</source>
        <translation>{rate} Gb/s, como la red</translation>
    </message>
    <message numerus="yes">
        <source>{role} · %n device(s)</source>
        <translation>
            <numerusform>{role} · %n dispositivo</numerusform>
            <numerusform>{role} · %n dispositivos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{role} · %n switch(es)</source>
        <translation>
            <numerusform>{role} · %n conmutador</numerusform>
            <numerusform>{role} · %n conmutadores</numerusform>
        </translation>
    </message>
    <message>
        <source>{role} · nothing has this role</source>
        <translation>{role} · nada tiene esta función</translation>
    </message>
</context>
<context>
    <name>Networks</name>
    <message>
        <source>1: a leaf for each rail; all: a switch on top of each rack; empty: as many as fit</source>
        <translation>1: un leaf por carril; todos: un conmutador por rack; vacío: tantos como quepan</translation>
    </message>
    <message>
        <source>1: leaves, 2: and spines, 3: and cores; empty: the fewest that reach</source>
        <translation>1: leaves, 2: y spines, 3: y cores; vacío: los menos que alcancen</translation>
    </message>
    <message>
        <source>A pod holds leaves of one rail</source>
        <translation>Un pod tiene leaf de un solo carril</translation>
    </message>
    <message>
        <source>Compute</source>
        <translation>Cómputo</translation>
    </message>
    <message>
        <source>Cores that every spine reaches alike</source>
        <translation>Core que todo spine alcanza por igual</translation>
    </message>
    <message>
        <source>Each hall is an island</source>
        <translation>Cada sala es una isla</translation>
    </message>
    <message>
        <source>In-band</source>
        <translation>En banda</translation>
    </message>
    <message>
        <source>Leaves of a pod</source>
        <translation>Leaf de un pod</translation>
    </message>
    <message>
        <source>Nodes of a unit</source>
        <translation>Nodos de una unidad</translation>
    </message>
    <message>
        <source>Out-of-band</source>
        <translation>Fuera de banda</translation>
    </message>
    <message>
        <source>Planes</source>
        <translation>Planos</translation>
    </message>
    <message>
        <source>Ports of a leaf for nodes</source>
        <translation>Puertos de un leaf para nodos</translation>
    </message>
    <message>
        <source>Ports of a spine for leaves</source>
        <translation>Puertos de un spine para leaf</translation>
    </message>
    <message>
        <source>Rails on one leaf</source>
        <translation>Carriles en un leaf</translation>
    </message>
    <message>
        <source>Rate of a link, Gb/s</source>
        <translation>Velocidad de un enlace, Gb/s</translation>
    </message>
    <message>
        <source>Storage</source>
        <translation>Almacenamiento</translation>
    </message>
    <message>
        <source>Switches for whole units</source>
        <translation>Conmutadores para unidades enteras</translation>
    </message>
    <message>
        <source>Tiers of switches</source>
        <translation>Niveles de conmutadores</translation>
    </message>
    <message>
        <source>Uplinks of a leaf</source>
        <translation>Subidas de un leaf</translation>
    </message>
    <message>
        <source>Uplinks of a spine</source>
        <translation>Subidas de un spine</translation>
    </message>
    <message>
        <source>each to all</source>
        <translation>cada uno a todos</translation>
    </message>
    <message>
        <source>evenly</source>
        <translation>por igual</translation>
    </message>
    <message>
        <source>everything with ports</source>
        <translation>todo lo que tiene puertos</translation>
    </message>
    <message>
        <source>leaves that share spines, with three tiers; empty: one for each port of a spine</source>
        <translation>leaves que comparten spines, con tres niveles; vacío: uno por puerto de un spine</translation>
    </message>
    <message>
        <source>links to cores, with three tiers; empty: half of the ports</source>
        <translation>enlaces a cores, con tres niveles; vacío: la mitad de los puertos</translation>
    </message>
    <message>
        <source>links to spines; fewer than ports for nodes hold traffic back; empty: half of the ports</source>
        <translation>enlaces a spines; menos que puertos de nodos frenan el tráfico; vacío: la mitad de los puertos</translation>
    </message>
    <message>
        <source>nodes that share a set of leaves; empty: 32, as in a SuperPOD</source>
        <translation>nodos que comparten un grupo de leaves; vacío: 32, como en un SuperPOD</translation>
    </message>
    <message>
        <source>of one link, in whole Gb/s; ports that are faster hold several links</source>
        <translation>de un enlace, en Gb/s enteros; los puertos más rápidos llevan varios enlaces</translation>
    </message>
    <message>
        <source>ports at the rate of the links; empty: all that are no uplinks</source>
        <translation>puertos a la velocidad de los enlaces; vacío: todos los que no suben</translation>
    </message>
    <message>
        <source>switches for what is there</source>
        <translation>conmutadores para lo que hay</translation>
    </message>
    <message>
        <source>switches for whole units</source>
        <translation>conmutadores para unidades enteras</translation>
    </message>
    <message>
        <source>the nearest first</source>
        <translation>primero el más cercano</translation>
    </message>
    <message>
        <source>trees side by side: each node has a port of every rail on each; 1 for one tree</source>
        <translation>árboles en paralelo: cada nodo tiene en cada uno un puerto por carril; 1 para uno solo</translation>
    </message>
    <message>
        <source>two and two</source>
        <translation>de dos en dos</translation>
    </message>
    <message>
        <source>with three tiers; empty: all that are no uplinks</source>
        <translation>con tres niveles; vacío: todos los que no suben</translation>
    </message>
    <message>
        <source>yes: as many links from each spine to each core, perhaps with more cores</source>
        <translation>sí: los mismos enlaces de cada spine a cada core, quizá con más cores</translation>
    </message>
    <message>
        <source>yes: leaves for the whole last unit, so that later nodes need no wiring anew</source>
        <translation>sí: leaves para toda la última unidad, y los nodos futuros no obligan a recablear</translation>
    </message>
    <message>
        <source>yes: traffic within a rail stays below the cores; no: all rails of a unit in one pod</source>
        <translation>sí: el tráfico de un carril no llega a los cores; no: todos los carriles de una unidad en un pod</translation>
    </message>
    <message>
        <source>yes: what stands in a hall goes to switches there, and pods end with it</source>
        <translation>sí: lo que está en una sala va a sus conmutadores, y los pods acaban con ella</translation>
    </message>
    <message>
        <source>{count} links</source>
        <translation>{count} enlaces</translation>
    </message>
    <message>
        <source>{count} planes</source>
        <translation>{count} planos</translation>
    </message>
</context>
<context>
    <name>NetworksDialog</name>
    <message numerus="yes">
        <source>%n link(s) each</source>
        <translation>
            <numerusform>%n enlace cada uno</numerusform>
            <numerusform>%n enlaces cada uno</numerusform>
        </translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Añadir</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Delete the network</source>
        <translation>Borrar la red</translation>
    </message>
    <message>
        <source>Here</source>
        <translation>Aquí</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Red</translation>
    </message>
    <message>
        <source>Networks</source>
        <translation>Redes</translation>
    </message>
    <message>
        <source>Nothing is said: {value} follows from the switches.</source>
        <translation>No se indica nada: de los conmutadores se deduce {value}.</translation>
    </message>
    <message>
        <source>Plan the networks</source>
        <translation>Planificar las redes</translation>
    </message>
    <message>
        <source>Plan those that systems and switches are made for, beside the ones that are there</source>
        <translation>Planificar aquellas para las que están hechos los sistemas y conmutadores, junto a las que ya hay</translation>
    </message>
    <message>
        <source>Stages</source>
        <translation>Etapas</translation>
    </message>
    <message>
        <source>What is not said follows from the switches, in grey. Cables lie as they do until the project is cabled again.</source>
        <translation>Lo que no se indica se deduce de los conmutadores, en gris. Los cables quedan como están hasta que se cablee de nuevo.</translation>
    </message>
    <message>
        <source>What it means</source>
        <translation>Qué significa</translation>
    </message>
    <message>
        <source>all its ports</source>
        <translation>todos sus puertos</translation>
    </message>
    <message>
        <source>laid one after the other: those before have the first ports</source>
        <translation>se tienden una tras otra: las anteriores toman los primeros puertos</translation>
    </message>
    <message>
        <source>no</source>
        <translation>no</translation>
    </message>
    <message>
        <source>none: the tree takes all that holds GPUs; a stage hangs other devices on its switches</source>
        <translation>ninguna: el árbol toma todo lo que tiene GPU; una etapa conecta otros dispositivos a sus conmutadores</translation>
    </message>
    <message>
        <source>none: what holds GPUs goes to switches with the role of this network; a stage says it otherwise</source>
        <translation>ninguna: lo que tiene GPU va a conmutadores con la función de esta red; una etapa lo dice de otro modo</translation>
    </message>
    <message>
        <source>the tree has {value}</source>
        <translation>el árbol tiene {value}</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>sí</translation>
    </message>
    <message>
        <source>{count} links</source>
        <translation>{count} enlaces</translation>
    </message>
    <message>
        <source>{text} is not a number.</source>
        <translation>{text} no es un número.</translation>
    </message>
    <message>
        <source>{value} follows</source>
        <translation>se deduce {value}</translation>
    </message>
    <message>
        <source>{value}, follows</source>
        <translation>{value}, deducido</translation>
    </message>
</context>
<context>
    <name>NewFloorItemDialog</name>
    <message>
        <source>Add to the floor</source>
        <translation>Añadir a la planta</translation>
    </message>
    <message>
        <source>Add {kind}</source>
        <translation>Añadir {kind}</translation>
    </message>
    <message>
        <source>Build phase</source>
        <translation>Fase de obra</translation>
    </message>
    <message>
        <source>Clear height</source>
        <translation>Altura libre</translation>
    </message>
    <message>
        <source>Clear width</source>
        <translation>Ancho libre</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>Fondo</translation>
    </message>
    <message>
        <source>From north wall</source>
        <translation>Desde pared norte</translation>
    </message>
    <message>
        <source>From west wall</source>
        <translation>Desde pared oeste</translation>
    </message>
    <message>
        <source>In place of width and depth, such as {example}.</source>
        <translation>En lugar de ancho y fondo, como {example}.</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Clase</translation>
    </message>
    <message>
        <source>Lengths run from the west and the north wall of the hall.</source>
        <translation>Las longitudes van desde las paredes oeste y norte de la sala.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notas</translation>
    </message>
    <message>
        <source>Pairs of lengths are wanted, with a semicolon between points.</source>
        <translation>Hacen falta pares de longitudes, con punto y coma entre puntos.</translation>
    </message>
    <message>
        <source>Points ({unit})</source>
        <translation>Puntos ({unit})</translation>
    </message>
    <message>
        <source>Turn</source>
        <translation>Giro</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Ancho</translation>
    </message>
    <message>
        <source>not limited</source>
        <translation>sin límite</translation>
    </message>
</context>
<context>
    <name>NewHallDialog</name>
    <message>
        <source>A room with racks. Sizes are between its inner walls.</source>
        <translation>Un recinto con racks. Las medidas son entre paredes interiores.</translation>
    </message>
    <message>
        <source>Add the hall</source>
        <translation>Añadir la sala</translation>
    </message>
    <message>
        <source>Build phase</source>
        <translation>Fase de obra</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>Fondo</translation>
    </message>
    <message>
        <source>Hall</source>
        <translation>Sala</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Altura</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>New hall</source>
        <translation>Nueva sala</translation>
    </message>
    <message>
        <source>The height is known</source>
        <translation>La altura es conocida</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Anchura</translation>
    </message>
</context>
<context>
    <name>NewProjectDialog</name>
    <message>
        <source>A name that can be a file&apos;s is needed, and a folder.</source>
        <translation>Hace falta un nombre válido para un archivo, y una carpeta.</translation>
    </message>
    <message>
        <source>Begin with</source>
        <translation>Empezar con</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Elegir carpeta</translation>
    </message>
    <message>
        <source>Create the project</source>
        <translation>Crear el proyecto</translation>
    </message>
    <message>
        <source>Empty project</source>
        <translation>Proyecto vacío</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Carpeta</translation>
    </message>
    <message>
        <source>Making the project</source>
        <translation>Creando el proyecto</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>New project</source>
        <translation>Nuevo proyecto</translation>
    </message>
    <message>
        <source>One file that keeps every edit as you make it; there is nothing to save.</source>
        <translation>Un solo archivo que conserva cada cambio al hacerlo; no hay que guardar nada.</translation>
    </message>
    <message>
        <source>The file will be {file}</source>
        <translation>El archivo será {file}</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} de {total}</translation>
    </message>
    <message>
        <source>{file} exists already; choose another name.</source>
        <translation>{file} ya existe; hay que elegir otro nombre.</translation>
    </message>
</context>
<context>
    <name>NewRackDialog</name>
    <message numerus="yes">
        <source>Add %n rack(s)</source>
        <translation>
            <numerusform>Añadir %n rack</numerusform>
            <numerusform>Añadir %n racks</numerusform>
        </translation>
    </message>
    <message>
        <source>Build phase</source>
        <translation>Fase de obra</translation>
    </message>
    <message>
        <source>First name</source>
        <translation>Primer nombre</translation>
    </message>
    <message>
        <source>How many</source>
        <translation>Cuántos</translation>
    </message>
    <message>
        <source>Names: {names}</source>
        <translation>Nombres: {names}</translation>
    </message>
    <message>
        <source>New racks</source>
        <translation>Nuevos racks</translation>
    </message>
    <message>
        <source>Side by side from {place} on, in no row.</source>
        <translation>Uno junto a otro desde {place}, en ninguna fila.</translation>
    </message>
    <message>
        <source>They are put side by side at the end of a row.</source>
        <translation>Se ponen uno junto a otro al final de una fila.</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Tipo</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Dónde</translation>
    </message>
    <message>
        <source>{first} to {last}</source>
        <translation>de {first} a {last}</translation>
    </message>
</context>
<context>
    <name>NewRowDialog</name>
    <message>
        <source>Add the row</source>
        <translation>Añadir la fila</translation>
    </message>
    <message>
        <source>Build phase</source>
        <translation>Fase de obra</translation>
    </message>
    <message>
        <source>Hall</source>
        <translation>Sala</translation>
    </message>
    <message>
        <source>It begins at {place}.</source>
        <translation>Empieza en {place}.</translation>
    </message>
    <message>
        <source>It comes behind the last row of its hall, with room for both aisles.</source>
        <translation>Va detrás de la última fila de la sala, con sitio para ambos pasillos.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>Names: {names}</source>
        <translation>Nombres: {names}</translation>
    </message>
    <message>
        <source>New row</source>
        <translation>Nueva fila</translation>
    </message>
    <message>
        <source>Racks</source>
        <translation>Racks</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Orientación</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Tipo</translation>
    </message>
    <message>
        <source>along its depth</source>
        <translation>a lo largo de su fondo</translation>
    </message>
    <message>
        <source>along the depth, fronts to the west</source>
        <translation>a lo largo del fondo, frentes al oeste</translation>
    </message>
    <message>
        <source>along the width of the hall</source>
        <translation>a lo ancho de la sala</translation>
    </message>
    <message>
        <source>along the width, fronts to the south</source>
        <translation>a lo largo del ancho, frentes al sur</translation>
    </message>
    <message>
        <source>none yet</source>
        <translation>ninguno aún</translation>
    </message>
    <message>
        <source>{first} to {last}</source>
        <translation>de {first} a {last}</translation>
    </message>
</context>
<context>
    <name>Paints</name>
    <message>
        <source>Build phase</source>
        <translation>Fase de obra</translation>
    </message>
    <message>
        <source>Mass a unit</source>
        <translation>Masa por unidad</translation>
    </message>
    <message>
        <source>Maximum power a unit</source>
        <translation>Potencia máxima por unidad</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Estado</translation>
    </message>
    <message>
        <source>from {value}</source>
        <translation>desde {value}</translation>
    </message>
    <message>
        <source>phase {number}</source>
        <translation>fase {number}</translation>
    </message>
    <message>
        <source>pilot</source>
        <translation>piloto</translation>
    </message>
    <message>
        <source>under {value}</source>
        <translation>menos de {value}</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Actions</source>
        <translation>Órdenes</translation>
    </message>
    <message>
        <source>Cables</source>
        <translation>Cables</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Equipos</translation>
    </message>
    <message>
        <source>Find action, rack, device, part</source>
        <translation>Buscar orden, rack, equipo, pieza</translation>
    </message>
    <message>
        <source>Find action, rack, device, part…</source>
        <translation>Buscar orden, rack, equipo…</translation>
    </message>
    <message>
        <source>Find anything</source>
        <translation>Buscar en todo</translation>
    </message>
    <message>
        <source>Hall</source>
        <translation>Sala</translation>
    </message>
    <message>
        <source>Nothing has these letters in its name.</source>
        <translation>Ningún nombre contiene esas letras.</translation>
    </message>
    <message>
        <source>On the floor</source>
        <translation>En la planta</translation>
    </message>
    <message>
        <source>Parts of the catalog</source>
        <translation>Piezas del catálogo</translation>
    </message>
    <message>
        <source>Place it</source>
        <translation>Colocar</translation>
    </message>
    <message>
        <source>Power and cooling</source>
        <translation>Energía y refrigeración</translation>
    </message>
    <message>
        <source>Racks</source>
        <translation>Racks</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>Fila</translation>
    </message>
    <message>
        <source>Rows and halls</source>
        <translation>Filas y salas</translation>
    </message>
    <message>
        <source>Show its sheet</source>
        <translation>Mostrar la ficha</translation>
    </message>
    <message>
        <source>cable</source>
        <translation>cable</translation>
    </message>
    <message>
        <source>racks: {count}</source>
        <translation>racks: {count}</translation>
    </message>
</context>
<context>
    <name>PaperDialog</name>
    <message>
        <source>About {count} sheets: they take some minutes, which can be stopped, and the window stays free meanwhile.</source>
        <translation>Unas {count} hojas: tardan unos minutos, se pueden detener y la ventana sigue libre entretanto.</translation>
    </message>
    <message>
        <source>Choose a file</source>
        <translation>Elegir un archivo</translation>
    </message>
    <message>
        <source>Choose a report.</source>
        <translation>Elija un informe.</translation>
    </message>
    <message>
        <source>Counting the sheets: {count}</source>
        <translation>Contando las hojas: {count}</translation>
    </message>
    <message>
        <source>Drawing the sheets</source>
        <translation>Dibujando las hojas</translation>
    </message>
    <message>
        <source>Next sheet</source>
        <translation>Hoja siguiente</translation>
    </message>
    <message>
        <source>Previous sheet</source>
        <translation>Hoja anterior</translation>
    </message>
    <message>
        <source>Print…</source>
        <translation>Imprimir…</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Guardar</translation>
    </message>
    <message>
        <source>Select racks, or choose a hall or a phase, for fewer.</source>
        <translation>Seleccione racks, o elija una sala o una fase, para que sean menos.</translation>
    </message>
    <message>
        <source>Sheet {number} of {count}</source>
        <translation>Hoja {number} de {count}</translation>
    </message>
    <message>
        <source>about {count}</source>
        <translation>unas {count}</translation>
    </message>
    <message>
        <source>{count} or more</source>
        <translation>{count} o más</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} de {total}</translation>
    </message>
</context>
<context>
    <name>PartSearch</name>
    <message>
        <source>Add: model, vendor, kind</source>
        <translation>Añadir: modelo, marca, clase</translation>
    </message>
    <message>
        <source>Parts</source>
        <translation>Piezas</translation>
    </message>
    <message>
        <source>Search the catalog</source>
        <translation>Buscar en el catálogo</translation>
    </message>
</context>
<context>
    <name>PdfPageDialog</name>
    <message>
        <source>Lay this page under the plan</source>
        <translation>Poner esta página bajo el plano</translation>
    </message>
    <message>
        <source>Page {number}</source>
        <translation>Página {number}</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Páginas</translation>
    </message>
    <message>
        <source>Which page?</source>
        <translation>¿Qué página?</translation>
    </message>
    <message>
        <source>{name} has {count} pages.</source>
        <translation>{name} tiene {count} páginas.</translation>
    </message>
</context>
<context>
    <name>PhaseField</name>
    <message>
        <source>0 (pilot)</source>
        <translation>0 (piloto)</translation>
    </message>
</context>
<context>
    <name>PhasesDialog</name>
    <message>
        <source>Another phase</source>
        <translation>Otra fase</translation>
    </message>
    <message>
        <source>Build phases</source>
        <translation>Fases de obra</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Equipos</translation>
    </message>
    <message>
        <source>Everything is built in one of them: 0 is the pilot. Totals and checks can be asked up to a phase.</source>
        <translation>Todo se monta en una de ellas: la 0 es el piloto. Totales y comprobaciones pueden pedirse hasta una fase.</translation>
    </message>
    <message>
        <source>Halls</source>
        <translation>Salas</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>Name it</source>
        <translation>Darle nombre</translation>
    </message>
    <message>
        <source>Phase</source>
        <translation>Fase</translation>
    </message>
    <message>
        <source>Racks</source>
        <translation>Racks</translation>
    </message>
    <message>
        <source>Reserved</source>
        <translation>Reservadas</translation>
    </message>
    <message>
        <source>pilot</source>
        <translation>piloto</translation>
    </message>
</context>
<context>
    <name>PlaceCommands</name>
    <message>
        <source>Phase {number} · {name}</source>
        <translation>Fase {number} · {name}</translation>
    </message>
    <message>
        <source>Pilot</source>
        <translation>Piloto</translation>
    </message>
</context>
<context>
    <name>PlaceFields</name>
    <message>
        <source>From north wall</source>
        <translation>Desde pared norte</translation>
    </message>
    <message>
        <source>From west wall</source>
        <translation>Desde pared oeste</translation>
    </message>
</context>
<context>
    <name>PlaceList</name>
    <message numerus="yes">
        <source>Add %n device(s) of the project without a place</source>
        <translation>
            <numerusform>Añadir %n equipo del proyecto sin sitio</numerusform>
            <numerusform>Añadir %n equipos del proyecto sin sitio</numerusform>
        </translation>
    </message>
    <message>
        <source>At most a rack</source>
        <translation>Máx. por rack</translation>
    </message>
    <message>
        <source>Build phase</source>
        <translation>Fase de obra</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Equipo</translation>
    </message>
    <message>
        <source>Devices to place</source>
        <translation>Equipos que se colocan</translation>
    </message>
    <message>
        <source>Face</source>
        <translation>Cara</translation>
    </message>
    <message>
        <source>Finds a place</source>
        <translation>Con sitio</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Número</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Quitar</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>Función</translation>
    </message>
    <message>
        <source>Stands</source>
        <translation>Va</translation>
    </message>
    <message>
        <source>The two of a pair in different racks</source>
        <translation>Los dos de un par en racks distintos</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Dónde</translation>
    </message>
    <message>
        <source>as its air wants</source>
        <translation>según su aire</translation>
    </message>
    <message>
        <source>as suits it</source>
        <translation>donde convenga</translation>
    </message>
    <message>
        <source>as the kind of device</source>
        <translation>como la clase de equipo</translation>
    </message>
    <message>
        <source>as they are</source>
        <translation>como están</translation>
    </message>
    <message>
        <source>at the height of switches</source>
        <translation>a la altura de switches</translation>
    </message>
    <message>
        <source>front</source>
        <translation>delante</translation>
    </message>
    <message>
        <source>in all</source>
        <translation>en total</translation>
    </message>
    <message>
        <source>in each rack</source>
        <translation>en cada rack</translation>
    </message>
    <message>
        <source>low</source>
        <translation>abajo</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>sin límite</translation>
    </message>
    <message>
        <source>of the rack</source>
        <translation>la del rack</translation>
    </message>
    <message>
        <source>on top</source>
        <translation>arriba</translation>
    </message>
    <message>
        <source>rear</source>
        <translation>detrás</translation>
    </message>
</context>
<context>
    <name>PlaceRail</name>
    <message>
        <source>Catalog</source>
        <translation>Catálogo</translation>
    </message>
    <message>
        <source>Catalog: what can be bought, with every source (Ctrl+9)</source>
        <translation>Catálogo: lo que se puede comprar, con cada fuente (Ctrl+9)</translation>
    </message>
    <message>
        <source>Fabric</source>
        <translation>Red</translation>
    </message>
    <message>
        <source>Fabric: networks, switches and every cable (Ctrl+6)</source>
        <translation>Red: redes, conmutadores y cada cable (Ctrl+6)</translation>
    </message>
    <message>
        <source>Floor</source>
        <translation>Planta</translation>
    </message>
    <message>
        <source>Floor: halls from above, rows and aisles (Ctrl+3)</source>
        <translation>Planta: salas desde arriba, filas y pasillos (Ctrl+3)</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>Inicio</translation>
    </message>
    <message>
        <source>Home: recent projects, new and sample (Ctrl+1)</source>
        <translation>Inicio: proyectos recientes, nuevo y ejemplo (Ctrl+1)</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Energía</translation>
    </message>
    <message>
        <source>Power and cooling: what feeds and cools what, and what each failure does (Ctrl+5)</source>
        <translation>Energía y refrigeración: qué alimenta y enfría a qué, y qué hace cada fallo (Ctrl+5)</translation>
    </message>
    <message>
        <source>Rack</source>
        <translation>Rack</translation>
    </message>
    <message>
        <source>Rack: what stands where, front and rear (Ctrl+4)</source>
        <translation>Rack: qué hay en cada sitio, delante y detrás (Ctrl+4)</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Tamaño</translation>
    </message>
    <message>
        <source>Size: which GPUs a model needs, and why (Ctrl+2)</source>
        <translation>Tamaño: qué GPU necesita un modelo y por qué (Ctrl+2)</translation>
    </message>
</context>
<context>
    <name>PlaceToolBar</name>
    <message>
        <source>More tools</source>
        <translation>Más herramientas</translation>
    </message>
</context>
<context>
    <name>PlanMap</name>
    <message>
        <source>Click or drag to look elsewhere</source>
        <translation>Haga clic o arrastre para mirar a otra parte</translation>
    </message>
    <message>
        <source>Map of the racks</source>
        <translation>Mapa de los racks</translation>
    </message>
</context>
<context>
    <name>PlanPicture</name>
    <message>
        <source>Floor of the plan</source>
        <translation>Planta del plan</translation>
    </message>
    <message>
        <source>{count} racks</source>
        <translation>{count} racks</translation>
    </message>
</context>
<context>
    <name>PlannedNamesModel</name>
    <message>
        <source>Another rack would be called so, too</source>
        <translation>Otro rack se llamaría igual</translation>
    </message>
    <message>
        <source>Name now</source>
        <translation>Nombre actual</translation>
    </message>
    <message>
        <source>New name</source>
        <translation>Nombre nuevo</translation>
    </message>
</context>
<context>
    <name>PlugCordDialog</name>
    <message>
        <source>Comes from</source>
        <translation>Viene de</translation>
    </message>
    <message>
        <source>It is wired by hand, without a cord of the catalog.</source>
        <translation>Se conecta a mano, sin cable del catálogo.</translation>
    </message>
    <message>
        <source>It takes {length}: no cord that is known fits and reaches; it is plugged in all the same.</source>
        <translation>Hacen falta {length}: ningún cable conocido encaja y alcanza; se conecta de todos modos.</translation>
    </message>
    <message>
        <source>Leads to</source>
        <translation>Va a</translation>
    </message>
    <message>
        <source>No cord that is known fits and reaches; it is plugged in all the same.</source>
        <translation>Ningún cable conocido encaja y llega; se enchufa de todos modos.</translation>
    </message>
    <message>
        <source>None of its outlets is free.</source>
        <translation>Ninguna de sus tomas está libre.</translation>
    </message>
    <message>
        <source>Nothing else in the rack has a port for it.</source>
        <translation>Nada más en el rack tiene un puerto para él.</translation>
    </message>
    <message>
        <source>Outlet</source>
        <translation>Toma</translation>
    </message>
    <message>
        <source>Plug in</source>
        <translation>Enchufar</translation>
    </message>
    <message>
        <source>Supply</source>
        <translation>Fuente</translation>
    </message>
    <message>
        <source>{cord}, {length}</source>
        <translation>{cord}, {length}</translation>
    </message>
    <message>
        <source>{name} in {rack}, {length} across</source>
        <translation>{name} en {rack}, a {length}</translation>
    </message>
    <message>
        <source>{port}, plugged in already</source>
        <translation>{port}, ya enchufada</translation>
    </message>
</context>
<context>
    <name>Popover</name>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>Copiar como texto</translation>
    </message>
    <message>
        <source>Keep as a panel</source>
        <translation>Dejar como panel</translation>
    </message>
</context>
<context>
    <name>Ports</name>
    <message>
        <source>cable {number}</source>
        <translation>cable {number}</translation>
    </message>
    <message>
        <source>free</source>
        <translation>libre</translation>
    </message>
    <message>
        <source>legs of a splitter: {count}</source>
        <translation>ramales de un divisor: {count}</translation>
    </message>
    <message>
        <source>rail {number}</source>
        <translation>carril {number}</translation>
    </message>
</context>
<context>
    <name>PortsHead</name>
    <message>
        <source>From {port}: choose the other port and press Enter, or Esc</source>
        <translation>Desde {port}: elija el otro puerto y pulse Intro, o Esc</translation>
    </message>
    <message>
        <source>Other side</source>
        <translation>Otro lado</translation>
    </message>
    <message>
        <source>Port side</source>
        <translation>Lado de puertos</translation>
    </message>
    <message>
        <source>Ports</source>
        <translation>Puertos</translation>
    </message>
    <message>
        <source>Side of the device</source>
        <translation>Lado del equipo</translation>
    </message>
    <message>
        <source>{count} free</source>
        <translation>{count} libres</translation>
    </message>
    <message>
        <source>{count} used</source>
        <translation>{count} en uso</translation>
    </message>
</context>
<context>
    <name>PortsStrip</name>
    <message>
        <source>Choose a switch or a system in the drawing: its cages and ports are shown here.</source>
        <translation>Elija un conmutador o un sistema en el dibujo: aquí se muestran sus jaulas y puertos.</translation>
    </message>
    <message>
        <source>Its type has no ports for cables.</source>
        <translation>Su tipo no tiene puertos para cables.</translation>
    </message>
    <message>
        <source>Nothing can be plugged in here</source>
        <translation>Aquí no se puede enchufar nada</translation>
    </message>
    <message>
        <source>Ports</source>
        <translation>Puertos</translation>
    </message>
</context>
<context>
    <name>PortsView</name>
    <message>
        <source>Ports</source>
        <translation>Puertos</translation>
    </message>
    <message>
        <source>free</source>
        <translation>libre</translation>
    </message>
</context>
<context>
    <name>PowerChainModel</name>
    <message>
        <source>Fed from</source>
        <translation>Alimentado por</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Clase</translation>
    </message>
    <message>
        <source>L1</source>
        <translation>L1</translation>
    </message>
    <message>
        <source>L2</source>
        <translation>L2</translation>
    </message>
    <message>
        <source>L3</source>
        <translation>L3</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>Límite</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Carga</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>No breaker or rating is known.</source>
        <translation>No se conoce ningún interruptor ni potencia nominal.</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Potencia</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Parte</translation>
    </message>
    <message>
        <source>The line that carries most, by the limit</source>
        <translation>La fase que más lleva, respecto al límite</translation>
    </message>
    <message>
        <source>The load by the power factor of the site sheet</source>
        <translation>La carga por el factor de potencia de la ficha del emplazamiento</translation>
    </message>
    <message>
        <source>The weightiest problem of each</source>
        <translation>El problema más grave de cada uno</translation>
    </message>
    <message>
        <source>This circuit does not have this line.</source>
        <translation>Este circuito no tiene esta fase.</translation>
    </message>
    <message>
        <source>What each line may carry for long: the breaker, derated, by the continuous factor</source>
        <translation>Lo que cada fase puede llevar de continuo: el interruptor, reducido, por el factor de carga continua</translation>
    </message>
    <message>
        <source>{current} of {limit}</source>
        <translation>{current} de {limit}</translation>
    </message>
</context>
<context>
    <name>PowerChainPage</name>
    <message>
        <source>Add to the power…</source>
        <translation>Añadir a la alimentación…</translation>
    </message>
    <message>
        <source>Every kind</source>
        <translation>Todas las clases</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Clase</translation>
    </message>
    <message>
        <source>Nothing fits these words and filters</source>
        <translation>Nada encaja con estas palabras y filtros</translation>
    </message>
    <message>
        <source>Nothing is overloaded</source>
        <translation>Nada está sobrecargado</translation>
    </message>
    <message>
        <source>Only overloaded</source>
        <translation>Solo sobrecargados</translation>
    </message>
    <message>
        <source>Search by name</source>
        <translation>Buscar por nombre</translation>
    </message>
    <message>
        <source>Search in the power chain</source>
        <translation>Buscar en la alimentación</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>Mostrar todo</translation>
    </message>
    <message>
        <source>Sources, panels, feeds and rack PDUs are listed here, with what each line carries. Nothing is wired yet.</source>
        <translation>Aquí figuran acometidas, cuadros, circuitos y PDU de rack, con lo que lleva cada fase. Aún no hay nada cableado.</translation>
    </message>
    <message>
        <source>Sources, panels, feeds and rack PDUs are listed here. Nothing is wired, and nothing can be: reading only.</source>
        <translation>Aquí figuran acometidas, cuadros, circuitos y PDU de rack. No hay nada cableado ni se puede cablear: solo lectura.</translation>
    </message>
    <message>
        <source>Wire the power</source>
        <translation>Cablear la alimentación</translation>
    </message>
    <message>
        <source>{count} overloaded</source>
        <translation>{count} sobrecargados</translation>
    </message>
    <message>
        <source>{shown} of {all} rows</source>
        <translation>{shown} de {all} filas</translation>
    </message>
</context>
<context>
    <name>PowerChainTable</name>
    <message>
        <source>Power from the sources to the banks</source>
        <translation>Alimentación de las acometidas a los bancos</translation>
    </message>
</context>
<context>
    <name>PowerCommands</name>
    <message numerus="yes">
        <source>%n cord(s)</source>
        <translation>
            <numerusform>%n cable</numerusform>
            <numerusform>%n cables</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n feed(s)</source>
        <translation>
            <numerusform>%n circuito</numerusform>
            <numerusform>%n circuitos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n supply(ies) found no outlet that a cord fits and reaches: {names}</source>
        <translation>
            <numerusform>%n fuente no halló una toma a la que un cable encaje y llegue: {names}</numerusform>
            <numerusform>%n fuentes no hallaron una toma a la que un cable encaje y llegue: {names}</numerusform>
        </translation>
    </message>
    <message>
        <source>Added: {parts}</source>
        <translation>Añadido: {parts}</translation>
    </message>
</context>
<context>
    <name>PowerCords</name>
    <message>
        <source>Bank</source>
        <translation>Banco</translation>
    </message>
    <message>
        <source>Connector</source>
        <translation>Conector</translation>
    </message>
    <message>
        <source>Cord</source>
        <translation>Cable</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Fase</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Carga</translation>
    </message>
    <message>
        <source>Other end</source>
        <translation>Otro extremo</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Puerto</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Ver</translation>
    </message>
    <message>
        <source>free</source>
        <translation>libre</translation>
    </message>
    <message>
        <source>not plugged in</source>
        <translation>sin enchufar</translation>
    </message>
</context>
<context>
    <name>PowerCordsDock</name>
    <message>
        <source>Choose a PDU, a bank or a feed in the chain</source>
        <translation>Elija una PDU, un banco o un circuito en la cadena</translation>
    </message>
    <message>
        <source>Cords</source>
        <translation>Cables</translation>
    </message>
    <message>
        <source>No cord leads from {name}</source>
        <translation>De {name} no sale ningún cable</translation>
    </message>
    <message>
        <source>What hangs on it stands below it in the chain.</source>
        <translation>Lo que cuelga de él está debajo en la cadena.</translation>
    </message>
    <message>
        <source>What is plugged in there is listed here.</source>
        <translation>Aquí se lista lo que está enchufado allí.</translation>
    </message>
    <message>
        <source>{name}: {used} of {all} in use</source>
        <translation>{name}: {used} de {all} en uso</translation>
    </message>
</context>
<context>
    <name>PowerDiagram</name>
    <message>
        <source>Busiest part: {share} of its limit</source>
        <translation>Parte más cargada: {share} de su límite</translation>
    </message>
    <message>
        <source>Devices: {devices} · PDUs and feeds: {columns}</source>
        <translation>Equipos: {devices} · PDU y circuitos: {columns}</translation>
    </message>
    <message>
        <source>Draws {watts}</source>
        <translation>Consume {watts}</translation>
    </message>
    <message>
        <source>Fed from {name}</source>
        <translation>Alimentado desde {name}</translation>
    </message>
    <message>
        <source>If that is dead: from {name}</source>
        <translation>Si falta: desde {name}</translation>
    </message>
    <message>
        <source>It gives {share} of what it takes from above</source>
        <translation>Entrega {share} de lo que toma de arriba</translation>
    </message>
    <message>
        <source>It is dead by the failure.</source>
        <translation>Se queda sin tensión por el fallo.</translation>
    </message>
    <message>
        <source>Its breaker opens, in round {round}.</source>
        <translation>Su interruptor se abre, en la ronda {round}.</translation>
    </message>
    <message>
        <source>Limit {limit}; {share} of it on the busiest line</source>
        <translation>Límite {limit}; {share} de él en la línea más cargada</translation>
    </message>
    <message>
        <source>Load: {va}, {watts} at a power factor of {factor}</source>
        <translation>Carga: {va}, {watts} con un factor de potencia de {factor}</translation>
    </message>
    <message>
        <source>Load: {watts} of direct current</source>
        <translation>Carga: {watts} de corriente continua</translation>
    </message>
    <message>
        <source>Needs {needed} for full work</source>
        <translation>Necesita {needed} para trabajar a pleno</translation>
    </message>
    <message>
        <source>No breaker or rating is known.</source>
        <translation>No se conoce ningún interruptor ni potencia nominal.</translation>
    </message>
    <message>
        <source>Row {name}</source>
        <translation>Fila {name}</translation>
    </message>
    <message>
        <source>Some of its power is not known.</source>
        <translation>Parte de su potencia no se conoce.</translation>
    </message>
    <message>
        <source>Supplies with power: {alive} of {all}</source>
        <translation>Fuentes con energía: {alive} de {all}</translation>
    </message>
    <message>
        <source>This failed.</source>
        <translation>Esto falló.</translation>
    </message>
    <message>
        <source>by {voltage} between line and neutral</source>
        <translation>por {voltage} entre línea y neutro</translation>
    </message>
    <message>
        <source>by {voltage} between two lines</source>
        <translation>por {voltage} entre dos líneas</translation>
    </message>
    <message>
        <source>by {voltage} direct current</source>
        <translation>por {voltage} de corriente continua</translation>
    </message>
    <message>
        <source>each line: the vector sum of what hangs on it, by {voltage} / √3</source>
        <translation>cada línea: la suma vectorial de lo que cuelga de ella, por {voltage} / √3</translation>
    </message>
    <message>
        <source>each line: what hangs on it, by {voltage} / √3</source>
        <translation>cada línea: lo que cuelga de ella, por {voltage} / √3</translation>
    </message>
    <message>
        <source>limit not known</source>
        <translation>límite desconocido</translation>
    </message>
    <message>
        <source>only its management answers</source>
        <translation>solo responde su gestión</translation>
    </message>
    <message>
        <source>over the limit</source>
        <translation>por encima del límite</translation>
    </message>
    <message>
        <source>rated {capacity}</source>
        <translation>potencia nominal {capacity}</translation>
    </message>
    <message>
        <source>runs on less</source>
        <translation>funciona con menos</translation>
    </message>
    <message>
        <source>side {name}</source>
        <translation>lado {name}</translation>
    </message>
    <message>
        <source>stays as it is</source>
        <translation>sigue igual</translation>
    </message>
    <message>
        <source>stops</source>
        <translation>se para</translation>
    </message>
    <message>
        <source>up to 100 %</source>
        <translation>hasta 100 %</translation>
    </message>
    <message>
        <source>up to 50 % of the limit</source>
        <translation>hasta 50 % del límite</translation>
    </message>
    <message>
        <source>up to 80 %</source>
        <translation>hasta 80 %</translation>
    </message>
    <message>
        <source>{breaker} × {continuous} for continuous load</source>
        <translation>{breaker} × {continuous} para carga continua</translation>
    </message>
    <message>
        <source>{breaker} × {derating} derated × {continuous} for continuous load</source>
        <translation>{breaker} × {derating} de reducción × {continuous} para carga continua</translation>
    </message>
</context>
<context>
    <name>PowerDiagramPage</name>
    <message>
        <source>No load can be told. Hang one of the nodes on something else.</source>
        <translation>No se puede decir ninguna carga. Cuelgue uno de los nodos de otra cosa.</translation>
    </message>
    <message>
        <source>Search by name, Enter for the next</source>
        <translation>Buscar por nombre, Intro para el siguiente</translation>
    </message>
    <message>
        <source>Search in the one-line diagram</source>
        <translation>Buscar en el esquema unifilar</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Mostrar todo</translation>
    </message>
    <message>
        <source>Show on the floor</source>
        <translation>Mostrar en la planta</translation>
    </message>
    <message>
        <source>Sources, panels, feeds and rack PDUs are drawn here as a one-line diagram. Nothing is wired yet.</source>
        <translation>Aquí se dibujan como esquema unifilar las fuentes, los cuadros, los circuitos y las PDU. Aún no hay nada cableado.</translation>
    </message>
    <message>
        <source>The one-line diagram is drawn here. Nothing is wired, and nothing can be: reading only.</source>
        <translation>Aquí se dibuja el esquema unifilar. No hay nada cableado ni puede cablearse: solo lectura.</translation>
    </message>
    <message>
        <source>What gives power is fed in a circle</source>
        <translation>Lo que da corriente se alimenta en círculo</translation>
    </message>
    <message>
        <source>Wire the power</source>
        <translation>Cablear la alimentación</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Acercar</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Alejar</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>no se encuentra</translation>
    </message>
    <message>
        <source>racks: {racks} · nodes: {nodes}</source>
        <translation>racks: {racks} · nodos: {nodes}</translation>
    </message>
    <message>
        <source>{count} overloaded</source>
        <translation>{count} sobrecargados</translation>
    </message>
    <message>
        <source>{number} of {all}</source>
        <translation>{number} de {all}</translation>
    </message>
</context>
<context>
    <name>PowerEditCommands</name>
    <message numerus="yes">
        <source>%n part(s) deleted.</source>
        <translation>
            <numerusform>Se eliminó %n parte.</numerusform>
            <numerusform>Se eliminaron %n partes.</numerusform>
        </translation>
    </message>
    <message>
        <source>{count} cords were cut; Undo brings all of it back.</source>
        <translation>Se cortaron {count} cables; Deshacer lo devuelve todo.</translation>
    </message>
</context>
<context>
    <name>PowerFailuresModel</name>
    <message>
        <source>Breakers</source>
        <translation>Interruptores</translation>
    </message>
    <message>
        <source>Breakers that open</source>
        <translation>Interruptores que abren</translation>
    </message>
    <message>
        <source>Cooling left</source>
        <translation>Frío restante</translation>
    </message>
    <message>
        <source>Cooling left, %</source>
        <translation>Frío restante, %</translation>
    </message>
    <message>
        <source>Devices of which only the management controller still answers</source>
        <translation>Equipos de los que solo responde el controlador de gestión</translation>
    </message>
    <message>
        <source>Devices that run on less, for want of power or of cooling</source>
        <translation>Equipos que funcionan con menos, por falta de energía o de refrigeración</translation>
    </message>
    <message>
        <source>Devices that stop, for want of power or of cooling</source>
        <translation>Equipos que se paran, por falta de energía o de refrigeración</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>Parados</translation>
    </message>
    <message>
        <source>Heat that is no longer taken away</source>
        <translation>Calor que ya no se retira</translation>
    </message>
    <message>
        <source>Its greatest line current right after the failure, before devices draw less, by what its breaker lets through</source>
        <translation>Su mayor corriente de línea justo tras el fallo, antes de que los equipos consuman menos, entre lo que deja pasar su interruptor</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Clase</translation>
    </message>
    <message>
        <source>Loaded</source>
        <translation>Carga</translation>
    </message>
    <message>
        <source>Loaded most</source>
        <translation>El más cargado</translation>
    </message>
    <message>
        <source>Loaded, %</source>
        <translation>Carga, %</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>Perdido</translation>
    </message>
    <message>
        <source>Lost, W</source>
        <translation>Perdido, W</translation>
    </message>
    <message>
        <source>Management</source>
        <translation>Solo gestión</translation>
    </message>
    <message>
        <source>Management only</source>
        <translation>Solo gestión</translation>
    </message>
    <message>
        <source>Not cooled</source>
        <translation>Sin refrigerar</translation>
    </message>
    <message>
        <source>Not cooled, W</source>
        <translation>Sin refrigerar, W</translation>
    </message>
    <message>
        <source>Reduced</source>
        <translation>Reducidos</translation>
    </message>
    <message>
        <source>The part of the heat of the worst place that is still taken away: devices there run on so much</source>
        <translation>Parte del calor del peor lugar que aún se retira: sus equipos funcionan con esa parte</translation>
    </message>
    <message>
        <source>Too warm after</source>
        <translation>Demasiado caliente tras</translation>
    </message>
    <message>
        <source>Too warm after, s</source>
        <translation>Demasiado caliente tras, s</translation>
    </message>
    <message>
        <source>Until the first device gets air or liquid that it does not bear; the air or liquid alone is warmed</source>
        <translation>Hasta que el primer equipo recibe aire o líquido que no soporta; solo se calienta el aire o el líquido</translation>
    </message>
    <message>
        <source>What fails</source>
        <translation>Qué falla</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>no se sabe</translation>
    </message>
</context>
<context>
    <name>PowerFailuresPage</name>
    <message>
        <source>Every kind</source>
        <translation>Todas las clases</translation>
    </message>
    <message>
        <source>Every part of the power and of the cooling fails by itself; the table says what stops, runs on less or gets too warm.</source>
        <translation>Cada parte de la alimentación y de la refrigeración falla por sí sola; la tabla dice qué se para, qué se reduce o qué se calienta demasiado.</translation>
    </message>
    <message>
        <source>Failures</source>
        <translation>Fallos</translation>
    </message>
    <message>
        <source>Hang one of the nodes on something else first.</source>
        <translation>Cuelgue antes uno de los nodos de otra cosa.</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Clase</translation>
    </message>
    <message>
        <source>Let everything fail</source>
        <translation>Dejar fallar todo</translation>
    </message>
    <message>
        <source>Letting everything fail</source>
        <translation>Dejando fallar todo</translation>
    </message>
    <message>
        <source>No single failure stops anything</source>
        <translation>Ningún fallo por sí solo para nada</translation>
    </message>
    <message>
        <source>Nothing fits these filters</source>
        <translation>Nada encaja con estos filtros</translation>
    </message>
    <message>
        <source>Only what stops something</source>
        <translation>Solo lo que para algo</translation>
    </message>
    <message>
        <source>Show everything</source>
        <translation>Mostrar todo</translation>
    </message>
    <message>
        <source>The plan has changed since: let everything fail again</source>
        <translation>El plan ha cambiado: dejar fallar todo otra vez</translation>
    </message>
    <message>
        <source>What gives power is fed in a circle</source>
        <translation>Lo que da corriente se alimenta en círculo</translation>
    </message>
    <message>
        <source>Writing {file}</source>
        <translation>Escribiendo {file}</translation>
    </message>
    <message>
        <source>{done} of {total}</source>
        <translation>{done} de {total}</translation>
    </message>
    <message numerus="yes">
        <source>{shown} of {all} failures, %n of them stop(s) something</source>
        <translation>
            <numerusform>{shown} de {all} fallos, %n para algo</numerusform>
            <numerusform>{shown} de {all} fallos, %n paran algo</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PowerFailuresTable</name>
    <message>
        <source>What each failure does</source>
        <translation>Qué hace cada fallo</translation>
    </message>
</context>
<context>
    <name>PowerLimit</name>
    <message>
        <source>{breaker} × {derating} × {factor} = {limit} on each line for long</source>
        <translation>{breaker} × {derating} × {factor} = {limit} por fase de forma continua</translation>
    </message>
    <message>
        <source>{capacity} are {limit} on each line</source>
        <translation>{capacity} son {limit} por fase</translation>
    </message>
</context>
<context>
    <name>PowerMap</name>
    <message>
        <source>Map of the one-line diagram</source>
        <translation>Mapa del esquema unifilar</translation>
    </message>
</context>
<context>
    <name>PowerNodeForm</name>
    <message>
        <source>Breaker</source>
        <translation>Interruptor</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>Capacidad</translation>
    </message>
    <message>
        <source>Carried by its fullest line</source>
        <translation>Lleva su fase más cargada</translation>
    </message>
    <message>
        <source>Carries</source>
        <translation>Lleva</translation>
    </message>
    <message>
        <source>Continuous factor</source>
        <translation>Factor continuo</translation>
    </message>
    <message>
        <source>Derating</source>
        <translation>Reducción</translation>
    </message>
    <message>
        <source>Go to the alternate</source>
        <translation>Ir a la alternativa</translation>
    </message>
    <message>
        <source>Go to what feeds it</source>
        <translation>Ir a lo que la alimenta</translation>
    </message>
    <message>
        <source>Limit of a line</source>
        <translation>Límite por fase</translation>
    </message>
    <message>
        <source>Limit of {name}</source>
        <translation>Límite de {name}</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Carga</translation>
    </message>
    <message>
        <source>No breaker or rating is known.</source>
        <translation>No se conoce interruptor ni calibre.</translation>
    </message>
    <message>
        <source>Part of the power</source>
        <translation>Parte de la alimentación</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Potencia</translation>
    </message>
    <message>
        <source>as the site sheet says</source>
        <translation>como dice la ficha del emplazamiento</translation>
    </message>
    <message>
        <source>phase {number}</source>
        <translation>fase {number}</translation>
    </message>
    <message>
        <source>set for this part</source>
        <translation>fijado para esta parte</translation>
    </message>
</context>
<context>
    <name>PowerNodesForm</name>
    <message>
        <source>Alternate</source>
        <translation>Alternativa</translation>
    </message>
    <message>
        <source>Begins on</source>
        <translation>Empieza en</translation>
    </message>
    <message>
        <source>Breaker</source>
        <translation>Interruptor</translation>
    </message>
    <message>
        <source>Capacity</source>
        <translation>Capacidad</translation>
    </message>
    <message>
        <source>Circuit</source>
        <translation>Circuito</translation>
    </message>
    <message>
        <source>Continuous factor</source>
        <translation>Factor continuo</translation>
    </message>
    <message>
        <source>Derating</source>
        <translation>Reducción</translation>
    </message>
    <message>
        <source>Fed from</source>
        <translation>Alimentado desde</translation>
    </message>
    <message>
        <source>Feed side</source>
        <translation>Lado</translation>
    </message>
    <message>
        <source>Hall</source>
        <translation>Sala</translation>
    </message>
    <message>
        <source>Hang on…</source>
        <translation>Colgar de…</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>Fases</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notas</translation>
    </message>
    <message>
        <source>Receptacle</source>
        <translation>Toma</translation>
    </message>
    <message>
        <source>Set for all</source>
        <translation>Fijar para todos</translation>
    </message>
    <message>
        <source>System</source>
        <translation>Sistema</translation>
    </message>
    <message>
        <source>Voltage</source>
        <translation>Tensión</translation>
    </message>
    <message>
        <source>What it may carry</source>
        <translation>Lo que puede llevar</translation>
    </message>
    <message>
        <source>another</source>
        <translation>otro</translation>
    </message>
    <message>
        <source>no hall</source>
        <translation>ninguna sala</translation>
    </message>
    <message>
        <source>none or not known</source>
        <translation>ninguno o desconocido</translation>
    </message>
    <message>
        <source>not limited</source>
        <translation>sin límite</translation>
    </message>
    <message>
        <source>several</source>
        <translation>varios</translation>
    </message>
    <message>
        <source>several ({count})</source>
        <translation>varios ({count})</translation>
    </message>
    <message>
        <source>site sheet: {percent}</source>
        <translation>ficha: {percent}</translation>
    </message>
</context>
<context>
    <name>PowerPlace</name>
    <message>
        <source>Chain</source>
        <translation>Cadena</translation>
    </message>
    <message>
        <source>Cooling</source>
        <translation>Refrigeración</translation>
    </message>
    <message>
        <source>Failures</source>
        <translation>Fallos</translation>
    </message>
    <message>
        <source>No load can be told. Hang one of the nodes on something else.</source>
        <translation>No se puede decir ninguna carga. Cuelgue uno de los nodos de otra cosa.</translation>
    </message>
    <message>
        <source>One-line</source>
        <translation>Unifilar</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Herramientas</translation>
    </message>
    <message>
        <source>Views of power and cooling</source>
        <translation>Vistas de la energía y la refrigeración</translation>
    </message>
    <message>
        <source>What gives power is fed in a circle</source>
        <translation>Lo que da corriente se alimenta en círculo</translation>
    </message>
</context>
<context>
    <name>PowerPlaceCommands</name>
    <message>
        <source>Text, parted by commas (*.csv)</source>
        <translation>Texto separado por comas (*.csv)</translation>
    </message>
    <message>
        <source>The failures lie at {path}.</source>
        <translation>Los fallos están en {path}.</translation>
    </message>
    <message>
        <source>Workbook (*.xlsx)</source>
        <translation>Libro (*.xlsx)</translation>
    </message>
    <message>
        <source>Write the failures</source>
        <translation>Escribir los fallos</translation>
    </message>
    <message>
        <source>failures</source>
        <translation>fallos</translation>
    </message>
</context>
<context>
    <name>PowerView</name>
    <message>
        <source>Nothing selected</source>
        <translation>Nada seleccionado</translation>
    </message>
    <message>
        <source>One-line diagram</source>
        <translation>Esquema unifilar</translation>
    </message>
</context>
<context>
    <name>PowerWords</name>
    <message>
        <source>direct current</source>
        <translation>corriente continua</translation>
    </message>
    <message>
        <source>one line and neutral</source>
        <translation>una fase y neutro</translation>
    </message>
    <message>
        <source>three lines</source>
        <translation>tres fases</translation>
    </message>
    <message>
        <source>three lines and neutral</source>
        <translation>tres fases y neutro</translation>
    </message>
    <message>
        <source>two lines</source>
        <translation>dos fases</translation>
    </message>
</context>
<context>
    <name>ProblemCounts</name>
    <message>
        <source>No problems</source>
        <translation>Sin problemas</translation>
    </message>
    <message>
        <source>Problems: {counts}</source>
        <translation>Problemas: {counts}</translation>
    </message>
    <message>
        <source>no problems</source>
        <translation>sin problemas</translation>
    </message>
</context>
<context>
    <name>ProblemFilters</name>
    <message>
        <source>All filters</source>
        <translation>Todos los filtros</translation>
    </message>
    <message>
        <source>All kinds</source>
        <translation>Todas las clases</translation>
    </message>
    <message>
        <source>All rules</source>
        <translation>Todas las reglas</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Clase</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regla</translation>
    </message>
    <message>
        <source>Search the problems</source>
        <translation>Buscar en los problemas</translation>
    </message>
    <message>
        <source>Show only some problems</source>
        <translation>Mostrar solo algunos problemas</translation>
    </message>
    <message>
        <source>Words, a name or a rule</source>
        <translation>Palabras, un nombre o una regla</translation>
    </message>
    <message>
        <source>excluded ones</source>
        <translation>excluidos</translation>
    </message>
    <message>
        <source>nothing selected</source>
        <translation>nada seleccionado</translation>
    </message>
    <message>
        <source>{name} and {count} more</source>
        <translation>{name} y {count} más</translation>
    </message>
</context>
<context>
    <name>ProblemMenu</name>
    <message>
        <source>Copy as text</source>
        <translation>Copiar como texto</translation>
    </message>
    <message>
        <source>Go there</source>
        <translation>Ir allí</translation>
    </message>
    <message>
        <source>Judge again</source>
        <translation>Volver a juzgar</translation>
    </message>
    <message>
        <source>Severity of {rule}</source>
        <translation>Gravedad de {rule}</translation>
    </message>
    <message>
        <source>off: the rule is silent</source>
        <translation>desactivada: la regla calla</translation>
    </message>
    <message>
        <source>{severity} (the rule&apos;s own)</source>
        <translation>{severity} (la propia de la regla)</translation>
    </message>
</context>
<context>
    <name>Problems</name>
    <message>
        <source>Compliance</source>
        <translation>Conformidad</translation>
    </message>
    <message>
        <source>Cooling</source>
        <translation>Refrigeración</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>Errores</translation>
    </message>
    <message>
        <source>Fabric</source>
        <translation>Red</translation>
    </message>
    <message>
        <source>In no hall: types, rules and the project as a whole</source>
        <translation>En ninguna sala: tipos, reglas y el proyecto entero</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Enlaces</translation>
    </message>
    <message>
        <source>Mend all {count}</source>
        <translation>Corregir los {count}</translation>
    </message>
    <message>
        <source>Mend {count} of {total}</source>
        <translation>Corregir {count} de {total}</translation>
    </message>
    <message>
        <source>Mended: {done}. Not mended: {refused}; they are still in the list.</source>
        <translation>Corregidos: {done}. Sin corregir: {refused}; siguen en la lista.</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>Nombres</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notas</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Energía</translation>
    </message>
    <message>
        <source>Problems here ({count})</source>
        <translation>Problemas aquí ({count})</translation>
    </message>
    <message>
        <source>Rack {name}</source>
        <translation>Rack {name}</translation>
    </message>
    <message>
        <source>Row {name}</source>
        <translation>Fila {name}</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Espacio</translation>
    </message>
    <message>
        <source>Storage</source>
        <translation>Almacenamiento</translation>
    </message>
    <message>
        <source>Warnings</source>
        <translation>Avisos</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>Peso</translation>
    </message>
    <message>
        <source>Workstations</source>
        <translation>Estaciones de trabajo</translation>
    </message>
    <message>
        <source>excluded: {reason}</source>
        <translation>excluido: {reason}</translation>
    </message>
    <message>
        <source>folded</source>
        <translation>plegado</translation>
    </message>
    <message>
        <source>found {value}</source>
        <translation>encontrado {value}</translation>
    </message>
    <message>
        <source>required {value}</source>
        <translation>exigido {value}</translation>
    </message>
    <message>
        <source>unfolded</source>
        <translation>desplegado</translation>
    </message>
</context>
<context>
    <name>ProblemsDock</name>
    <message>
        <source>Copy the list as text</source>
        <translation>Copiar la lista como texto</translation>
    </message>
    <message>
        <source>Group the problems</source>
        <translation>Agrupar los problemas</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Problemas</translation>
    </message>
</context>
<context>
    <name>ProblemsModel</name>
    <message>
        <source>Found</source>
        <translation>Hallado</translation>
    </message>
    <message>
        <source>Mend</source>
        <translation>Corregir</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>Problema</translation>
    </message>
    <message>
        <source>Required</source>
        <translation>Exigido</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>Gravedad</translation>
    </message>
    <message>
        <source>Where and rule</source>
        <translation>Dónde y regla</translation>
    </message>
</context>
<context>
    <name>ProblemsNote</name>
    <message numerus="yes">
        <source>%n problem(s) do not match the filters in the head of this list.</source>
        <translation>
            <numerusform>%n problema no cumple los filtros de la cabecera de esta lista.</numerusform>
            <numerusform>%n problemas no cumplen los filtros de la cabecera de esta lista.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rule(s) judged the whole project.</source>
        <translation>
            <numerusform>%n regla ha juzgado todo el proyecto.</numerusform>
            <numerusform>%n reglas han juzgado todo el proyecto.</numerusform>
        </translation>
    </message>
    <message>
        <source>Checking the project …</source>
        <translation>Comprobando el proyecto…</translation>
    </message>
    <message>
        <source>Del on a problem asks for a reason and excludes it.</source>
        <translation>Supr sobre un problema pide un motivo y lo excluye.</translation>
    </message>
    <message>
        <source>No problem is excluded</source>
        <translation>Ningún problema está excluido</translation>
    </message>
    <message>
        <source>No problems</source>
        <translation>Sin problemas</translation>
    </message>
    <message>
        <source>No project is open</source>
        <translation>No hay ningún proyecto abierto</translation>
    </message>
    <message>
        <source>Nothing is selected</source>
        <translation>No hay nada seleccionado</translation>
    </message>
    <message>
        <source>Only problems of the selection are shown.</source>
        <translation>Solo se muestran los problemas de la selección.</translation>
    </message>
    <message numerus="yes">
        <source>Show %n excluded problem(s)</source>
        <translation>
            <numerusform>Mostrar %n problema excluido</numerusform>
            <numerusform>Mostrar %n problemas excluidos</numerusform>
        </translation>
    </message>
    <message>
        <source>Show all problems</source>
        <translation>Mostrar todos los problemas</translation>
    </message>
    <message>
        <source>The filters hide all problems</source>
        <translation>Los filtros ocultan todos los problemas</translation>
    </message>
    <message>
        <source>What the checks find stands here.</source>
        <translation>Aquí aparece lo que encuentran las comprobaciones.</translation>
    </message>
</context>
<context>
    <name>ProblemsView</name>
    <message>
        <source>Problems</source>
        <translation>Problemas</translation>
    </message>
</context>
<context>
    <name>ProgressStrip</name>
    <message>
        <source>Stop</source>
        <translation>Detener</translation>
    </message>
    <message>
        <source>Stop: {work}</source>
        <translation>Detener: {work}</translation>
    </message>
    <message>
        <source>Stopped, nothing changed</source>
        <translation>Detenido, sin cambios</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Deteniendo…</translation>
    </message>
</context>
<context>
    <name>ProjectCommands</name>
    <message>
        <source>Checking the whole project</source>
        <translation>Comprobando todo el proyecto</translation>
    </message>
    <message>
        <source>It is among your templates now: {name}. Insert it, or begin a project with it.</source>
        <translation>Ya está entre sus plantillas: {name}. Insértela o empiece un proyecto con ella.</translation>
    </message>
    <message>
        <source>The report is on the clipboard.</source>
        <translation>El informe está en el portapapeles.</translation>
    </message>
    <message numerus="yes">
        <source>The whole project was checked: %n finding(s).</source>
        <translation>
            <numerusform>Proyecto comprobado entero: %n hallazgo.</numerusform>
            <numerusform>Proyecto comprobado entero: %n hallazgos.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProjectForm</name>
    <message>
        <source>Figures</source>
        <translation>Cifras</translation>
    </message>
    <message>
        <source>Nothing is selected: the whole project</source>
        <translation>Nada seleccionado: todo el proyecto</translation>
    </message>
</context>
<context>
    <name>ProposeCoolingDialog</name>
    <message>
        <source>Air units</source>
        <translation>Climatizadoras</translation>
    </message>
    <message>
        <source>All halls</source>
        <translation>Todas las salas</translation>
    </message>
    <message>
        <source>As many units as the heat asks for, with spares, beside those that are there. Each can be changed afterwards.</source>
        <translation>Tantas unidades como pide el calor, con reserva, además de las que ya hay. Después se puede cambiar cada una.</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automático</translation>
    </message>
    <message>
        <source>CDUs</source>
        <translation>CDU</translation>
    </message>
    <message>
        <source>N bears the heat; of 2N each of two sides does.</source>
        <translation>N soporta el calor; en 2N, cada uno de los dos lados.</translation>
    </message>
    <message>
        <source>Propose</source>
        <translation>Proponer</translation>
    </message>
    <message>
        <source>Propose cooling</source>
        <translation>Proponer refrigeración</translation>
    </message>
    <message>
        <source>Redundancy</source>
        <translation>Redundancia</translation>
    </message>
    <message>
        <source>Rows {names}</source>
        <translation>Filas {names}</translation>
    </message>
    <message>
        <source>There is no hall yet.</source>
        <translation>Aún no hay ninguna sala.</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Dónde</translation>
    </message>
    <message>
        <source>power of {count} devices not known</source>
        <translation>potencia desconocida de {count} equipos</translation>
    </message>
    <message>
        <source>{air} to air, {liquid} to liquid</source>
        <translation>{air} al aire, {liquid} al líquido</translation>
    </message>
</context>
<context>
    <name>QFileDialog</name>
    <message>
        <source>&amp;Look in:</source>
        <translation>&amp;Buscar en:</translation>
    </message>
    <message>
        <source>Files of &amp;type:</source>
        <translation>&amp;Tipo de archivos:</translation>
    </message>
</context>
<context>
    <name>QShortcut</name>
    <message>
        <source>Alt</source>
        <translation>Alt</translation>
    </message>
    <message>
        <source>Backspace</source>
        <translation>Retroceso</translation>
    </message>
    <message>
        <source>Ctrl</source>
        <translation>Ctrl</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Supr</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>Abajo</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Fin</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Intro</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>Inicio</translation>
    </message>
    <message>
        <source>Ins</source>
        <translation>Insert</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Izquierda</translation>
    </message>
    <message>
        <source>PgDown</source>
        <translation>AvPág</translation>
    </message>
    <message>
        <source>PgUp</source>
        <translation>RePág</translation>
    </message>
    <message>
        <source>Return</source>
        <translation>Intro</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>Derecha</translation>
    </message>
    <message>
        <source>Shift</source>
        <translation>Mayús</translation>
    </message>
    <message>
        <source>Space</source>
        <translation>Espacio</translation>
    </message>
    <message>
        <source>Tab</source>
        <translation>Tab</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Arriba</translation>
    </message>
</context>
<context>
    <name>RackCanvas</name>
    <message>
        <source>Does not fit at {place}</source>
        <translation>No cabe en {place}</translation>
    </message>
    <message>
        <source>FRONT</source>
        <translation>FRONTAL</translation>
    </message>
    <message>
        <source>Free for it there: {bays}.</source>
        <translation>Libres allí para él: {bays}.</translation>
    </message>
    <message>
        <source>In no rack</source>
        <translation>En ningún rack</translation>
    </message>
    <message>
        <source>Nearest in this rack: {units}.</source>
        <translation>Lo más cercano en este rack: {units}.</translation>
    </message>
    <message>
        <source>No room for it in this rack.</source>
        <translation>No hay sitio en este rack.</translation>
    </message>
    <message>
        <source>No room for it in this rack. Nearest: {places}.</source>
        <translation>No hay sitio en este rack. Lo más cercano: {places}.</translation>
    </message>
    <message>
        <source>On the floor</source>
        <translation>En el suelo</translation>
    </message>
    <message>
        <source>REAR</source>
        <translation>TRASERA</translation>
    </message>
    <message>
        <source>Reserved {units}</source>
        <translation>Reservadas {units}</translation>
    </message>
    <message>
        <source>Some of them would have no rack to stand in.</source>
        <translation>Algunos se quedarían sin rack.</translation>
    </message>
    <message>
        <source>left</source>
        <translation>izquierda</translation>
    </message>
    <message>
        <source>rear</source>
        <translation>trasera</translation>
    </message>
    <message>
        <source>right</source>
        <translation>derecha</translation>
    </message>
    <message>
        <source>{count} PDU</source>
        <translation>{count} PDU</translation>
    </message>
    <message>
        <source>{count} PSU</source>
        <translation>{count} fuentes</translation>
    </message>
    <message>
        <source>{power} of {limit}</source>
        <translation>{power} de {limit}</translation>
    </message>
    <message>
        <source>{units} reserved</source>
        <translation>{units} reservadas</translation>
    </message>
    <message>
        <source>{used} of {total}</source>
        <translation>{used} de {total}</translation>
    </message>
</context>
<context>
    <name>RackForm</name>
    <message>
        <source>Air asked for</source>
        <translation>Aire pedido</translation>
    </message>
    <message>
        <source>Cooled by</source>
        <translation>Refrigerado por</translation>
    </message>
    <message>
        <source>Cooling</source>
        <translation>Refrigeración</translation>
    </message>
    <message>
        <source>Figures</source>
        <translation>Cifras</translation>
    </message>
    <message>
        <source>Heat to air</source>
        <translation>Calor al aire</translation>
    </message>
    <message>
        <source>Heat to liquid</source>
        <translation>Calor al líquido</translation>
    </message>
    <message>
        <source>Liquid asked for</source>
        <translation>Líquido pedido</translation>
    </message>
    <message>
        <source>Rack</source>
        <translation>Rack</translation>
    </message>
    <message>
        <source>phase {number}</source>
        <translation>fase {number}</translation>
    </message>
    <message>
        <source>row {name}</source>
        <translation>fila {name}</translation>
    </message>
</context>
<context>
    <name>RackPlace</name>
    <message>
        <source>Add a rack first.</source>
        <translation>Añada primero un rack.</translation>
    </message>
    <message>
        <source>All racks</source>
        <translation>Todos los racks</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>Ambas</translation>
    </message>
    <message>
        <source>Build phase</source>
        <translation>Fase de obra</translation>
    </message>
    <message>
        <source>Colour by</source>
        <translation>Color según</translation>
    </message>
    <message>
        <source>Faces shown</source>
        <translation>Caras visibles</translation>
    </message>
    <message>
        <source>Front</source>
        <translation>Frontal</translation>
    </message>
    <message>
        <source>Hardware</source>
        <translation>Hardware</translation>
    </message>
    <message>
        <source>Mass</source>
        <translation>Masa</translation>
    </message>
    <message>
        <source>New hall…</source>
        <translation>Nueva sala…</translation>
    </message>
    <message>
        <source>New rack…</source>
        <translation>Nuevo rack…</translation>
    </message>
    <message>
        <source>Nothing that is drawn has a free bay for {model}.</source>
        <translation>Nada de lo dibujado tiene una bahía libre para {model}.</translation>
    </message>
    <message>
        <source>Place a device that holds it first.</source>
        <translation>Coloque antes un equipo que lo aloje.</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Potencia</translation>
    </message>
    <message>
        <source>Racks of this project stand here. Add the first one; servers and switches are then dragged in from the catalog.</source>
        <translation>Aquí están los racks del proyecto. Tras añadir el primero, los servidores y conmutadores se arrastran desde el catálogo.</translation>
    </message>
    <message>
        <source>Rear</source>
        <translation>Trasera</translation>
    </message>
    <message>
        <source>Row {name}</source>
        <translation>Fila {name}</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Mostrar</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>Estado</translation>
    </message>
    <message>
        <source>There is no rack yet in which {model} could stand.</source>
        <translation>Todavía no hay ningún rack donde quepa {model}.</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Herramientas</translation>
    </message>
</context>
<context>
    <name>RackTypeChoice</name>
    <message>
        <source>Opening the catalog …</source>
        <translation>Abriendo el catálogo…</translation>
    </message>
    <message>
        <source>carries {load}</source>
        <translation>soporta {load}</translation>
    </message>
</context>
<context>
    <name>RacksChoice</name>
    <message>
        <source>All racks</source>
        <translation>Todos los racks</translation>
    </message>
    <message numerus="yes">
        <source>The selection: %n rack(s)</source>
        <translation>
            <numerusform>La selección: %n rack</numerusform>
            <numerusform>La selección: %n racks</numerusform>
        </translation>
    </message>
    <message>
        <source>{hall}, row {row}</source>
        <translation>{hall}, fila {row}</translation>
    </message>
    <message>
        <source>{hall}, the whole hall</source>
        <translation>{hall}, toda la sala</translation>
    </message>
</context>
<context>
    <name>Rail</name>
    <message>
        <source>Places</source>
        <translation>Secciones</translation>
    </message>
</context>
<context>
    <name>RangeRow</name>
    <message>
        <source>{figure}, at least</source>
        <translation>{figure}, como mínimo</translation>
    </message>
    <message>
        <source>{figure}, at most</source>
        <translation>{figure}, como máximo</translation>
    </message>
</context>
<context>
    <name>RecentList</name>
    <message>
        <source>No project was opened here yet. Begin with a new one, or look at a sample.</source>
        <translation>Aquí aún no se abrió ningún proyecto. Empiece uno nuevo o mire un ejemplo.</translation>
    </message>
</context>
<context>
    <name>RecentRow</name>
    <message>
        <source>Keep at the top (P)</source>
        <translation>Dejar arriba (P)</translation>
    </message>
    <message>
        <source>Let go (P)</source>
        <translation>Soltar (P)</translation>
    </message>
    <message>
        <source>Open {name}, {facts}</source>
        <translation>Abrir {name}, {facts}</translation>
    </message>
    <message>
        <source>Take off this list (Del)</source>
        <translation>Quitar de esta lista (Supr)</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>no está</translation>
    </message>
    <message>
        <source>today {time}</source>
        <translation>hoy {time}</translation>
    </message>
    <message>
        <source>{count} GPUs</source>
        <translation>{count} GPU</translation>
    </message>
</context>
<context>
    <name>RecoveryNote</name>
    <message>
        <source>A report of what went wrong lies at {path}.</source>
        <translation>Hay un informe de lo que falló en {path}.</translation>
    </message>
    <message>
        <source>Close the message</source>
        <translation>Cerrar el mensaje</translation>
    </message>
    <message>
        <source>Open it again</source>
        <translation>Abrirlo de nuevo</translation>
    </message>
    <message>
        <source>Show the report</source>
        <translation>Ver el informe</translation>
    </message>
    <message>
        <source>The program ended early while {files} was open. Every edit is in the file; nothing is lost.</source>
        <translation>El programa terminó antes de tiempo con {files} abierto. Cada cambio está en el archivo; no se perdió nada.</translation>
    </message>
</context>
<context>
    <name>RemarksDialog</name>
    <message>
        <source>Add the remark</source>
        <translation>Añadir la anotación</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Dated, signed and never changed; a later one may correct it.</source>
        <translation>Con fecha y firma; nunca se modifican. Una posterior puede rectificar.</translation>
    </message>
    <message>
        <source>New remark</source>
        <translation>Nueva anotación</translation>
    </message>
    <message>
        <source>Nothing was written yet.</source>
        <translation>Aún no hay nada escrito.</translation>
    </message>
    <message>
        <source>Remarks</source>
        <translation>Anotaciones</translation>
    </message>
    <message>
        <source>Remarks on {name}</source>
        <translation>Anotaciones sobre {name}</translation>
    </message>
    <message>
        <source>What was seen, done or agreed</source>
        <translation>Lo visto, hecho o acordado</translation>
    </message>
</context>
<context>
    <name>RemovableTag</name>
    <message>
        <source>Take away the filter {filter}</source>
        <translation>Quitar el filtro {filter}</translation>
    </message>
</context>
<context>
    <name>RenameTemplateDialog</name>
    <message>
        <source>Its file is called after the name.</source>
        <translation>Su archivo se llama como el nombre.</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Renombrar</translation>
    </message>
    <message>
        <source>Rename the template</source>
        <translation>Renombrar la plantilla</translation>
    </message>
</context>
<context>
    <name>RepeatRacksDialog</name>
    <message>
        <source>Copies</source>
        <translation>Copias</translation>
    </message>
    <message>
        <source>Copies come with everything that is in them; all of them are one step to undo.</source>
        <translation>Las copias llevan todo lo que contienen; todas son un solo paso que deshacer.</translation>
    </message>
    <message>
        <source>From one to the next; the width of the selection puts them side by side.</source>
        <translation>De una a la siguiente; con el ancho de la selección quedan una junto a otra.</translation>
    </message>
    <message numerus="yes">
        <source>Make %n copies</source>
        <translation>
            <numerusform>Hacer %n copia</numerusform>
            <numerusform>Hacer %n copias</numerusform>
        </translation>
    </message>
    <message>
        <source>Pitch</source>
        <translation>Distancia</translation>
    </message>
    <message>
        <source>Repeat along the row</source>
        <translation>Repetir a lo largo de la fila</translation>
    </message>
    <message>
        <source>Side</source>
        <translation>Lado</translation>
    </message>
    <message>
        <source>to the left, seen from the front</source>
        <translation>a la izquierda, vista de frente</translation>
    </message>
    <message>
        <source>to the right, seen from the front</source>
        <translation>a la derecha, vista de frente</translation>
    </message>
</context>
<context>
    <name>ReservationForm</name>
    <message>
        <source>Reason</source>
        <translation>Motivo</translation>
    </message>
    <message>
        <source>Reservation</source>
        <translation>Reserva</translation>
    </message>
    <message>
        <source>Reserved units</source>
        <translation>Unidades reservadas</translation>
    </message>
    <message>
        <source>{units} in rack {rack}, {face}</source>
        <translation>{units} del rack {rack}, {face}</translation>
    </message>
</context>
<context>
    <name>ReserveUnitsDialog</name>
    <message>
        <source>Build phase</source>
        <translation>Fase de obra</translation>
    </message>
    <message>
        <source>Face</source>
        <translation>Cara</translation>
    </message>
    <message>
        <source>Faces</source>
        <translation>Caras</translation>
    </message>
    <message>
        <source>Free on both faces: {units}</source>
        <translation>Libres en ambas caras: {units}</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Altura</translation>
    </message>
    <message>
        <source>Lowest unit</source>
        <translation>Unidad inferior</translation>
    </message>
    <message>
        <source>No unit is free on both faces.</source>
        <translation>Ninguna unidad está libre en ambas caras.</translation>
    </message>
    <message>
        <source>Nothing is placed there until it is freed.</source>
        <translation>No se coloca nada ahí hasta que se liberen.</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Motivo</translation>
    </message>
    <message>
        <source>Reserve units of {rack}</source>
        <translation>Reservar unidades de {rack}</translation>
    </message>
    <message>
        <source>Reserve {units}</source>
        <translation>Reservar {units}</translation>
    </message>
    <message>
        <source>phase 2, cable manager, a colleague&apos;s plan</source>
        <translation>fase 2, guía de cable, plan de otra persona</translation>
    </message>
    <message>
        <source>{units} lies outside the rack, which has {height}U.</source>
        <translation>{units} queda fuera del rack, que tiene {height}U.</translation>
    </message>
</context>
<context>
    <name>RowChoice</name>
    <message>
        <source>a new row in a new hall</source>
        <translation>una fila nueva en una sala nueva</translation>
    </message>
    <message>
        <source>{hall}, a new row</source>
        <translation>{hall}, una fila nueva</translation>
    </message>
    <message>
        <source>{hall}, row {row}</source>
        <translation>{hall}, fila {row}</translation>
    </message>
</context>
<context>
    <name>RowForm</name>
    <message>
        <source>From rack to rack</source>
        <translation>De rack a rack</translation>
    </message>
    <message>
        <source>Fronts face</source>
        <translation>Frentes hacia</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notas</translation>
    </message>
    <message>
        <source>Pitch</source>
        <translation>Paso</translation>
    </message>
    <message>
        <source>Racks</source>
        <translation>Racks</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>Fila</translation>
    </message>
    <message>
        <source>Row in {hall} · racks: {count}</source>
        <translation>Fila de {hall} · racks: {count}</translation>
    </message>
    <message>
        <source>Totals of the row</source>
        <translation>Totales de la fila</translation>
    </message>
    <message>
        <source>east</source>
        <translation>este</translation>
    </message>
    <message>
        <source>north</source>
        <translation>norte</translation>
    </message>
    <message>
        <source>south</source>
        <translation>sur</translation>
    </message>
    <message>
        <source>west</source>
        <translation>oeste</translation>
    </message>
</context>
<context>
    <name>RuleSwitches</name>
    <message>
        <source>Air from the front to the rear</source>
        <translation>Aire de delante hacia atrás</translation>
    </message>
    <message>
        <source>Airflow may be mixed in a rack</source>
        <translation>El aire puede mezclarse en un rack</translation>
    </message>
    <message>
        <source>Depth of the rack and reach of the rails</source>
        <translation>Fondo del rack y alcance de los raíles</translation>
    </message>
    <message>
        <source>Devices of one role together</source>
        <translation>Equipos de una función juntos</translation>
    </message>
    <message>
        <source>Devices that need a lift start at most at</source>
        <translation>Los que necesitan elevador empiezan como mucho en</translation>
    </message>
    <message>
        <source>Each role in racks of its own</source>
        <translation>Cada función en racks propios</translation>
    </message>
    <message>
        <source>Empty racks kept as spares</source>
        <translation>Racks vacíos de reserva</translation>
    </message>
    <message>
        <source>Free units in each rack</source>
        <translation>Unidades libres en cada rack</translation>
    </message>
    <message>
        <source>Heavy devices at the bottom</source>
        <translation>Lo pesado abajo</translation>
    </message>
    <message>
        <source>Limits that are kept</source>
        <translation>Límites que se respetan</translation>
    </message>
    <message>
        <source>PDUs of a rack that may fail</source>
        <translation>PDU de un rack que pueden fallar</translation>
    </message>
    <message>
        <source>Power of each rack kept in reserve</source>
        <translation>Potencia de reserva de cada rack</translation>
    </message>
    <message>
        <source>Power of the rack and what its PDUs carry</source>
        <translation>Potencia del rack y de sus PDU</translation>
    </message>
    <message>
        <source>Racks are filled</source>
        <translation>Los racks se llenan</translation>
    </message>
    <message>
        <source>Room for plugs behind devices</source>
        <translation>Sitio para conectores detrás</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Reglas</translation>
    </message>
    <message>
        <source>Switches and panels in racks of their own, in the middle</source>
        <translation>Switches y paneles en racks propios, en el centro</translation>
    </message>
    <message>
        <source>Switches stand</source>
        <translation>Los switches van</translation>
    </message>
    <message>
        <source>They serve, and stand near</source>
        <translation>Sirven a, y van cerca de</translation>
    </message>
    <message>
        <source>What stays free</source>
        <translation>Lo que queda libre</translation>
    </message>
    <message>
        <source>What the floor bears</source>
        <translation>Lo que soporta el suelo</translation>
    </message>
    <message>
        <source>What the rack bears</source>
        <translation>Lo que soporta el rack</translation>
    </message>
    <message>
        <source>Where devices go</source>
        <translation>Dónde van los equipos</translation>
    </message>
    <message>
        <source>all devices of the hall</source>
        <translation>todos los equipos de la sala</translation>
    </message>
    <message>
        <source>as its type says</source>
        <translation>según su tipo</translation>
    </message>
    <message>
        <source>as suits the rack</source>
        <translation>según el rack</translation>
    </message>
    <message>
        <source>at the bottom</source>
        <translation>abajo</translation>
    </message>
    <message>
        <source>at the top</source>
        <translation>arriba</translation>
    </message>
    <message>
        <source>evenly</source>
        <translation>por igual</translation>
    </message>
    <message>
        <source>in the middle</source>
        <translation>en el centro</translation>
    </message>
    <message>
        <source>one after the other</source>
        <translation>uno tras otro</translation>
    </message>
    <message>
        <source>the devices of a row</source>
        <translation>los equipos de una fila</translation>
    </message>
    <message>
        <source>their share, rack by rack</source>
        <translation>su parte, rack a rack</translation>
    </message>
    <message>
        <source>{limit} · {name} power</source>
        <translation>{limit} · potencia {name}</translation>
    </message>
    <message>
        <source>{name} power</source>
        <translation>potencia {name}</translation>
    </message>
</context>
<context>
    <name>RulesDialog</name>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>Hallado</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Clave</translation>
    </message>
    <message>
        <source>Reset</source>
        <translation>Restablecer</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regla</translation>
    </message>
    <message>
        <source>Rules</source>
        <translation>Reglas</translation>
    </message>
    <message>
        <source>Rules and severities</source>
        <translation>Reglas y gravedades</translation>
    </message>
    <message>
        <source>Search the rules</source>
        <translation>Buscar en las reglas</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>Gravedad</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Fuente</translation>
    </message>
    <message>
        <source>What the checks demand. A severity chosen here counts in this project only.</source>
        <translation>Lo que exigen las comprobaciones. Una gravedad elegida aquí vale solo en este proyecto.</translation>
    </message>
    <message>
        <source>Words or a key</source>
        <translation>Palabras o una clave</translation>
    </message>
    <message>
        <source>off</source>
        <translation>desactivada</translation>
    </message>
    <message>
        <source>{found} of {total}</source>
        <translation>{found} de {total}</translation>
    </message>
</context>
<context>
    <name>SampleCard</name>
    <message>
        <source>Open sample {name}</source>
        <translation>Abrir el ejemplo {name}</translation>
    </message>
    <message>
        <source>{systems} systems · {gpus} GPUs · {racks} racks</source>
        <translation>{systems} sistemas · {gpus} GPU · {racks} racks</translation>
    </message>
</context>
<context>
    <name>SaveTemplateDialog</name>
    <message>
        <source>Build phases</source>
        <translation>Fases de obra</translation>
    </message>
    <message>
        <source>Columns, doors and what else lies on the floor</source>
        <translation>Columnas, puertas y lo demás que hay en el suelo</translation>
    </message>
    <message>
        <source>Devices, with what sits in them</source>
        <translation>Equipos, con lo que llevan dentro</translation>
    </message>
    <message>
        <source>Feeds and power cords</source>
        <translation>Circuitos y cables de alimentación</translation>
    </message>
    <message>
        <source>Found: {numbers}.</source>
        <translation>Hallado: {numbers}.</translation>
    </message>
    <message>
        <source>It lies in your folder and survives updates. Serial and asset numbers, status and notes stay with the original.</source>
        <translation>Queda en su carpeta y sobrevive a las actualizaciones. Números de serie y de activo, estado y notas quedan con el original.</translation>
    </message>
    <message>
        <source>Let numbers be chosen when it is built</source>
        <translation>Dejar elegir números al construirla</translation>
    </message>
    <message>
        <source>Racks are called {pattern}, the first one {first}.</source>
        <translation>Los racks se llaman {pattern}, el primero {first}.</translation>
    </message>
    <message>
        <source>Racks or rows that are alike were not found; it is built as it is.</source>
        <translation>No se hallaron racks ni filas iguales; se construye tal cual.</translation>
    </message>
    <message>
        <source>Repetition</source>
        <translation>Repetición</translation>
    </message>
    <message>
        <source>Reserved units</source>
        <translation>Unidades reservadas</translation>
    </message>
    <message>
        <source>Roles of devices</source>
        <translation>Funciones de los equipos</translation>
    </message>
    <message>
        <source>Save as template</source>
        <translation>Guardar como plantilla</translation>
    </message>
    <message>
        <source>Save the template</source>
        <translation>Guardar la plantilla</translation>
    </message>
    <message numerus="yes">
        <source>The selection: %n device(s)</source>
        <translation>
            <numerusform>La selección: %n equipo</numerusform>
            <numerusform>La selección: %n equipos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The selection: %n rack(s)</source>
        <translation>
            <numerusform>La selección: %n rack</numerusform>
            <numerusform>La selección: %n racks</numerusform>
        </translation>
    </message>
    <message>
        <source>The whole project, with its site sheet</source>
        <translation>El proyecto entero, con su ficha del emplazamiento</translation>
    </message>
    <message>
        <source>What comes of it when it is built:</source>
        <translation>Lo que resulta al construirla:</translation>
    </message>
    <message>
        <source>What is taken</source>
        <translation>Qué se toma</translation>
    </message>
    <message>
        <source>With</source>
        <translation>Con</translation>
    </message>
    <message>
        <source>{hall}, the whole hall</source>
        <translation>{hall}, la sala entera</translation>
    </message>
</context>
<context>
    <name>ScaleTool</name>
    <message>
        <source>Click the second point. Shift: straight, Alt: not drawn to line ends, Esc: back.</source>
        <translation>Haga clic en el segundo punto. Mayús: recto, Alt: sin atraer a extremos, Esc: atrás.</translation>
    </message>
    <message>
        <source>Scale: click the first of two points whose distance you know. Esc: leave it.</source>
        <translation>Escala: haga clic en el primero de dos puntos cuya distancia conozca. Esc: dejarlo.</translation>
    </message>
    <message>
        <source>now {length}</source>
        <translation>ahora {length}</translation>
    </message>
</context>
<context>
    <name>ScaleUnderlayDialog</name>
    <message>
        <source>First point</source>
        <translation>Primer punto</translation>
    </message>
    <message>
        <source>From the west and from the north wall, where it lies now: read it at the rulers.</source>
        <translation>Desde las paredes oeste y norte, donde está ahora: léalo en las reglas.</translation>
    </message>
    <message>
        <source>Now {length}.</source>
        <translation>Ahora {length}.</translation>
    </message>
    <message>
        <source>Put the first point at</source>
        <translation>Poner el primer punto en</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Escalar</translation>
    </message>
    <message>
        <source>Scale by two points</source>
        <translation>Escalar con dos puntos</translation>
    </message>
    <message>
        <source>Second point</source>
        <translation>Segundo punto</translation>
    </message>
    <message>
        <source>The two points are the same.</source>
        <translation>Los dos puntos son el mismo.</translation>
    </message>
    <message>
        <source>The whole then measures {width} × {height}.</source>
        <translation>El conjunto medirá {width} × {height}.</translation>
    </message>
    <message>
        <source>True distance</source>
        <translation>Distancia real</translation>
    </message>
    <message>
        <source>Turn it so that the line runs along a wall</source>
        <translation>Girarlo para que la línea siga una pared</translation>
    </message>
    <message>
        <source>Where the first point lies</source>
        <translation>Dónde está el primer punto</translation>
    </message>
    <message>
        <source>{name}: how far do the two points lie apart in truth?</source>
        <translation>{name}: ¿a qué distancia están en realidad los dos puntos?</translation>
    </message>
</context>
<context>
    <name>SelectionTable</name>
    <message>
        <source>Face</source>
        <translation>Cara</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>Rack</source>
        <translation>Rack</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Tipo</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>Unidades</translation>
    </message>
    <message>
        <source>front</source>
        <translation>frontal</translation>
    </message>
    <message>
        <source>front and rear</source>
        <translation>frontal y trasera</translation>
    </message>
    <message>
        <source>rear</source>
        <translation>trasera</translation>
    </message>
    <message>
        <source>reserved</source>
        <translation>reservado</translation>
    </message>
</context>
<context>
    <name>Session</name>
    <message>
        <source>Editing</source>
        <translation>Editando</translation>
    </message>
    <message>
        <source>Going through the history</source>
        <translation>Recorriendo el historial</translation>
    </message>
    <message>
        <source>Making {name}</source>
        <translation>Creando {name}</translation>
    </message>
    <message>
        <source>Opening {name}</source>
        <translation>Abriendo {name}</translation>
    </message>
</context>
<context>
    <name>SeveralForm</name>
    <message numerus="yes">
        <source>%n device(s)</source>
        <translation>
            <numerusform>%n equipo</numerusform>
            <numerusform>%n equipos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n floor item(s)</source>
        <translation>
            <numerusform>%n elemento de la planta</numerusform>
            <numerusform>%n elementos de la planta</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rack(s)</source>
        <translation>
            <numerusform>%n rack</numerusform>
            <numerusform>%n racks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n reservation(s)</source>
        <translation>
            <numerusform>%n reserva</numerusform>
            <numerusform>%n reservas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n fila</numerusform>
            <numerusform>%n filas</numerusform>
        </translation>
    </message>
    <message>
        <source>+ {count} unknown</source>
        <translation>+ {count} sin dato</translation>
    </message>
    <message>
        <source>Face</source>
        <translation>Cara</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notas</translation>
    </message>
    <message>
        <source>Others</source>
        <translation>Otros</translation>
    </message>
    <message>
        <source>Placement</source>
        <translation>Colocación</translation>
    </message>
    <message>
        <source>Rack</source>
        <translation>Rack</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Motivo</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>Función</translation>
    </message>
    <message>
        <source>Set for all</source>
        <translation>Fijar para todos</translation>
    </message>
    <message>
        <source>Together</source>
        <translation>En conjunto</translation>
    </message>
    <message>
        <source>Types</source>
        <translation>Tipos</translation>
    </message>
    <message>
        <source>not placed</source>
        <translation>sin colocar</translation>
    </message>
    <message>
        <source>several</source>
        <translation>varios</translation>
    </message>
    <message>
        <source>several ({count})</source>
        <translation>varios ({count})</translation>
    </message>
    <message>
        <source>{figure}: {count} unknown</source>
        <translation>{figure}: {count} sin dato</translation>
    </message>
</context>
<context>
    <name>SeveralRacks</name>
    <message>
        <source>A01, or {row_name}{n:02}</source>
        <translation>A01, o {row_name}{n:02}</translation>
    </message>
    <message>
        <source>Names from</source>
        <translation>Nombres desde</translation>
    </message>
    <message>
        <source>The first name; its number counts up along the rows. With fields in braces the numbers begin anew in each row.</source>
        <translation>El primer nombre; su número aumenta a lo largo de las filas. Con campos entre llaves, los números empiezan de nuevo en cada fila.</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Tipo</translation>
    </message>
</context>
<context>
    <name>SeverityFilter</name>
    <message>
        <source>Hide problems of this severity: {kind}</source>
        <translation>Ocultar los problemas de esta gravedad: {kind}</translation>
    </message>
    <message>
        <source>Show problems of this severity: {kind}</source>
        <translation>Mostrar los problemas de esta gravedad: {kind}</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>ocultos</translation>
    </message>
    <message>
        <source>shown</source>
        <translation>a la vista</translation>
    </message>
    <message>
        <source>{kind}: {count}, {shown}</source>
        <translation>{kind}: {count}, {shown}</translation>
    </message>
</context>
<context>
    <name>SheetView</name>
    <message>
        <source>Preview</source>
        <translation>Vista previa</translation>
    </message>
    <message>
        <source>Sheet {number} of {count}</source>
        <translation>Hoja {number} de {count}</translation>
    </message>
</context>
<context>
    <name>ShortcutsDialog</name>
    <message>
        <source>Action</source>
        <translation>Orden</translation>
    </message>
    <message>
        <source>Actions</source>
        <translation>Órdenes</translation>
    </message>
    <message>
        <source>All of them are also found by the palette, Ctrl+K.</source>
        <translation>Todas se encuentran también en la paleta, Ctrl+K.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Teclas</translation>
    </message>
    <message>
        <source>Keys and actions</source>
        <translation>Teclas y órdenes</translation>
    </message>
    <message>
        <source>Name, keys or words</source>
        <translation>Nombre, teclas o palabras</translation>
    </message>
    <message>
        <source>Search actions</source>
        <translation>Buscar órdenes</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>Qué hace</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Dónde</translation>
    </message>
    <message>
        <source>in the catalog</source>
        <translation>en el catálogo</translation>
    </message>
    <message>
        <source>in the drawing</source>
        <translation>en el dibujo</translation>
    </message>
    <message>
        <source>in the problems</source>
        <translation>en los problemas</translation>
    </message>
    <message>
        <source>on the floor</source>
        <translation>en la planta</translation>
    </message>
    <message>
        <source>{found} of {total}</source>
        <translation>{found} de {total}</translation>
    </message>
</context>
<context>
    <name>SiteSheet</name>
    <message>
        <source>Reset</source>
        <translation>Restablecer</translation>
    </message>
    <message>
        <source>no</source>
        <translation>no</translation>
    </message>
    <message>
        <source>said by this project</source>
        <translation>lo fija este proyecto</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>sí</translation>
    </message>
</context>
<context>
    <name>SiteSheetDialog</name>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>De serie</translation>
    </message>
    <message>
        <source>Here</source>
        <translation>Aquí</translation>
    </message>
    <message>
        <source>Known</source>
        <translation>Certeza</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Límites</translation>
    </message>
    <message>
        <source>Limits and constants that checks and sums read. Each change is a step that can be undone.</source>
        <translation>Límites y constantes que usan las comprobaciones y las sumas. Cada cambio es un paso que puede deshacerse.</translation>
    </message>
    <message>
        <source>Name, unit or source</source>
        <translation>Nombre, unidad o fuente</translation>
    </message>
    <message>
        <source>Only what this project says</source>
        <translation>Solo lo que fija este proyecto</translation>
    </message>
    <message>
        <source>Search the sheet</source>
        <translation>Buscar en la ficha</translation>
    </message>
    <message>
        <source>Site sheet</source>
        <translation>Ficha del emplazamiento</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Fuente</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Valor</translation>
    </message>
    <message>
        <source>{found} of {total}</source>
        <translation>{found} de {total}</translation>
    </message>
    <message>
        <source>{text} is not a number.</source>
        <translation>{text} no es un número.</translation>
    </message>
</context>
<context>
    <name>SizePlace</name>
    <message>
        <source>Ask for more GPUs, another format of weights or other hardware.</source>
        <translation>Pida más GPU, otro formato de pesos u otro hardware.</translation>
    </message>
    <message>
        <source>Candidates</source>
        <translation>Candidatos</translation>
    </message>
    <message>
        <source>Memory of one GPU</source>
        <translation>Memoria de una GPU</translation>
    </message>
    <message>
        <source>No GPU that is asked for can hold this.</source>
        <translation>Ninguna de las GPU pedidas puede con esto.</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Por qué</translation>
    </message>
    <message>
        <source>made for {count} tokens</source>
        <translation>hecho para {count} tokens</translation>
    </message>
    <message>
        <source>{count} for a token</source>
        <translation>{count} por token</translation>
    </message>
    <message>
        <source>{count} layers</source>
        <translation>{count} capas</translation>
    </message>
    <message>
        <source>{count} parameters</source>
        <translation>{count} parámetros</translation>
    </message>
    <message>
        <source>{fit} of {all} do what is asked, fewest GPUs first</source>
        <translation>{fit} de {all} cumplen lo pedido, primero las de menos GPU</translation>
    </message>
</context>
<context>
    <name>Sizing</name>
    <message>
        <source>90 % range</source>
        <translation>Rango 90 %</translation>
    </message>
    <message>
        <source>A token</source>
        <translation>Un token</translation>
    </message>
    <message>
        <source>Cache in {format}</source>
        <translation>Caché en {format}</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>N.º</translation>
    </message>
    <message>
        <source>First token</source>
        <translation>1.er token</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>GPU power</source>
        <translation>Potencia</translation>
    </message>
    <message>
        <source>How far it goes</source>
        <translation>Hasta dónde llega</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Memoria</translation>
    </message>
    <message>
        <source>Memory of the fullest GPU</source>
        <translation>Memoria de la GPU más llena</translation>
    </message>
    <message>
        <source>Needed</source>
        <translation>Necesaria</translation>
    </message>
    <message>
        <source>No single change does; change two things, or take another GPU.</source>
        <translation>Ningún cambio por sí solo basta; cambie dos cosas o tome otra GPU.</translation>
    </message>
    <message>
        <source>Nobody&apos;s measurement here covers this board with this program: the formula alone.</source>
        <translation>Ninguna medición de aquí cubre esta placa con este programa: solo la fórmula.</translation>
    </message>
    <message>
        <source>Other models were measured on this board with this program.</source>
        <translation>Se midieron otros modelos en esta placa con este programa.</translation>
    </message>
    <message>
        <source>Prompts of {amount} tokens</source>
        <translation>Entradas de {amount} tokens</translation>
    </message>
    <message>
        <source>Sequences with room</source>
        <translation>Secuencias que caben</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>Reparto</translation>
    </message>
    <message>
        <source>The first token</source>
        <translation>El primer token</translation>
    </message>
    <message>
        <source>This model was measured on this board with this program and format.</source>
        <translation>Este modelo se midió en esta placa con este programa y formato.</translation>
    </message>
    <message>
        <source>Times, {sequences} sequences a replica</source>
        <translation>Tiempos, {sequences} secuencias por réplica</translation>
    </message>
    <message>
        <source>Tokens/s</source>
        <translation>Tokens/s</translation>
    </message>
    <message>
        <source>Usable</source>
        <translation>Utilizable</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Veredicto</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Pesos</translation>
    </message>
    <message>
        <source>Weights in {format}</source>
        <translation>Pesos en {format}</translation>
    </message>
    <message>
        <source>What would make it do</source>
        <translation>Con qué cumpliría</translation>
    </message>
    <message>
        <source>does what is asked</source>
        <translation>cumple lo pedido</translation>
    </message>
    <message>
        <source>first token too late</source>
        <translation>primer token tardío</translation>
    </message>
    <message>
        <source>may miss the time</source>
        <translation>puede fallar en tiempo</translation>
    </message>
    <message>
        <source>ms/token</source>
        <translation>ms/token</translation>
    </message>
    <message>
        <source>tokens too slow</source>
        <translation>tokens lentos</translation>
    </message>
    <message>
        <source>{amount} GPUs</source>
        <translation>{amount} GPU</translation>
    </message>
    <message>
        <source>{amount} sequences at once</source>
        <translation>{amount} secuencias a la vez</translation>
    </message>
    <message>
        <source>{gib} GiB too much a GPU</source>
        <translation>sobran {gib} GiB por GPU</translation>
    </message>
    <message>
        <source>{range} ms in nine of ten cases</source>
        <translation>{range} ms en nueve de cada diez casos</translation>
    </message>
    <message>
        <source>{replicas} replicas; {tensor} GPUs share each layer; {stages} stages</source>
        <translation>{replicas} réplicas; {tensor} GPU comparten cada capa; {stages} etapas</translation>
    </message>
    <message>
        <source>{token} ms a token</source>
        <translation>{token} ms por token</translation>
    </message>
</context>
<context>
    <name>SmallRacks</name>
    <message>
        <source>F</source>
        <translation>D</translation>
    </message>
    <message>
        <source>R</source>
        <translation>T</translation>
    </message>
</context>
<context>
    <name>SortFilter</name>
    <message numerus="yes">
        <source>%n came</source>
        <translation>
            <numerusform>%n nuevo</numerusform>
            <numerusform>%n nuevos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n changed</source>
        <translation>
            <numerusform>%n cambiado</numerusform>
            <numerusform>%n cambiados</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n moved</source>
        <translation>
            <numerusform>%n movido</numerusform>
            <numerusform>%n movidos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n went</source>
        <translation>
            <numerusform>%n quitado</numerusform>
            <numerusform>%n quitados</numerusform>
        </translation>
    </message>
    <message>
        <source>Hide these differences: {kind}</source>
        <translation>Ocultar estas diferencias: {kind}</translation>
    </message>
    <message>
        <source>Show these differences: {kind}</source>
        <translation>Mostrar estas diferencias: {kind}</translation>
    </message>
    <message>
        <source>hidden</source>
        <translation>oculto</translation>
    </message>
    <message>
        <source>shown</source>
        <translation>visible</translation>
    </message>
</context>
<context>
    <name>StageBar</name>
    <message>
        <source>Add a stage…</source>
        <translation>Añadir una etapa…</translation>
    </message>
    <message>
        <source>Change the stage…</source>
        <translation>Cambiar la etapa…</translation>
    </message>
    <message>
        <source>Delete the stage</source>
        <translation>Borrar la etapa</translation>
    </message>
    <message>
        <source>Hang further devices on switches of the current network</source>
        <translation>Conectar más dispositivos a conmutadores de la red actual</translation>
    </message>
    <message>
        <source>Lay the stage earlier</source>
        <translation>Tender la etapa antes</translation>
    </message>
    <message>
        <source>Lay the stage later</source>
        <translation>Tender la etapa después</translation>
    </message>
</context>
<context>
    <name>StageLinks</name>
    <message>
        <source>{links} links of a device cannot be shared out equally over {switches} switches.</source>
        <translation>{links} enlaces de un equipo no se pueden repartir por igual entre {switches} conmutadores.</translation>
    </message>
    <message>
        <source>{wanted} links are asked for, and the switches have room for {room}.</source>
        <translation>Se piden {wanted} enlaces, y los conmutadores tienen sitio para {room}.</translation>
    </message>
</context>
<context>
    <name>StandingsLine</name>
    <message>
        <source>Of the device that is fed worst; parts fail by themselves. MTBF and MTTR in hours:</source>
        <translation>Del equipo peor alimentado; las partes fallan cada una por su cuenta. MTBF y MTTR en horas:</translation>
    </message>
    <message>
        <source>Power supply</source>
        <translation>Fuente de alimentación</translation>
    </message>
    <message>
        <source>Racks: {names}</source>
        <translation>Racks: {names}</translation>
    </message>
    <message>
        <source>further halls: {count}</source>
        <translation>otras salas: {count}</translation>
    </message>
    <message>
        <source>{hall}: {name}, but {point} alone is felt; full work {percent} % of the time ({minutes} min a year without)</source>
        <translation>{hall}: {name}, pero {point} por sí solo se nota; trabajo pleno el {percent} % del tiempo ({minutes} min al año sin él)</translation>
    </message>
    <message>
        <source>{hall}: {name}, full work {percent} % of the time ({minutes} min a year without)</source>
        <translation>{hall}: {name}, trabajo pleno el {percent} % del tiempo ({minutes} min al año sin él)</translation>
    </message>
</context>
<context>
    <name>Start</name>
    <message>
        <source>Install PySide6-Essentials 6.11.3, or use Python 3.12 or newer.</source>
        <translation>Instalar PySide6-Essentials 6.11.3, o usar Python 3.12 o posterior.</translation>
    </message>
    <message>
        <source>PySide6 {pyside} aborts on Python {python} after some thousand calls.</source>
        <translation>PySide6 {pyside} se interrumpe en Python {python} tras unos miles de llamadas.</translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <source>Totals</source>
        <translation>Totales</translation>
    </message>
</context>
<context>
    <name>StockDialog</name>
    <message numerus="yes">
        <source>%n line(s) were taken in.</source>
        <translation>
            <numerusform>Se cargó %n línea.</numerusform>
            <numerusform>Se cargaron %n líneas.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) were not taken in.</source>
        <translation>
            <numerusform>No se cargó %n fila.</numerusform>
            <numerusform>No se cargaron %n filas.</numerusform>
        </translation>
    </message>
    <message>
        <source>A type, a maker, a part number</source>
        <translation>Un tipo, un fabricante, un número de pieza</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Columns of a list: part number, model or key; length for cables; pieces; “yes” for what cannot be ordered any more.</source>
        <translation>Columnas de una lista: número de pieza, modelo o clave; longitud de los cables; piezas; «sí» para lo que ya no se puede pedir.</translation>
    </message>
    <message>
        <source>Import…</source>
        <translation>Importar…</translation>
    </message>
    <message>
        <source>In stock</source>
        <translation>En existencias</translation>
    </message>
    <message>
        <source>Needed</source>
        <translation>Necesario</translation>
    </message>
    <message>
        <source>Only what lies in stock</source>
        <translation>Solo lo que hay en almacén</translation>
    </message>
    <message>
        <source>Part number</source>
        <translation>Número de pieza</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Pegar</translation>
    </message>
    <message>
        <source>Search the stock</source>
        <translation>Buscar en las existencias</translation>
    </message>
    <message>
        <source>Stock</source>
        <translation>Existencias</translation>
    </message>
    <message>
        <source>Stock only</source>
        <translation>Solo existencias</translation>
    </message>
    <message>
        <source>Tables (*.csv *.tsv *.txt *.xlsx)</source>
        <translation>Tablas (*.csv *.tsv *.txt *.xlsx)</translation>
    </message>
    <message>
        <source>Take in a stock list</source>
        <translation>Cargar una lista de existencias</translation>
    </message>
    <message>
        <source>Take in the rows that were copied from a spreadsheet</source>
        <translation>Cargar las filas copiadas de una hoja de cálculo</translation>
    </message>
    <message>
        <source>There is no row in it.</source>
        <translation>No contiene ninguna fila.</translation>
    </message>
    <message>
        <source>To order</source>
        <translation>Por pedir</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Tipo</translation>
    </message>
    <message>
        <source>What lies on the shelf is used before more is ordered. Type it, paste it from a spreadsheet, or take in a list.</source>
        <translation>Lo que hay en almacén se usa antes de pedir más. Escríbalo, péguelo de una hoja de cálculo o cargue una lista.</translation>
    </message>
    <message>
        <source>clipboard</source>
        <translation>portapapeles</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>sí</translation>
    </message>
</context>
<context>
    <name>StructuredCablingDialog</name>
    <message numerus="yes">
        <source>%n cassette(s)</source>
        <translation>
            <numerusform>%n casete</numerusform>
            <numerusform>%n casetes</numerusform>
        </translation>
    </message>
    <message>
        <source>At row ends</source>
        <translation>Al final de las filas</translation>
    </message>
    <message>
        <source>Cords between racks become short cords to panels and trunks between these. All of it is one step.</source>
        <translation>Los latiguillos entre racks pasan a ser latiguillos cortos hasta paneles y troncales entre estos. Todo es un solo paso.</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Cantidad</translation>
    </message>
    <message>
        <source>In the racks</source>
        <translation>En los racks</translation>
    </message>
    <message>
        <source>Lead links over panels</source>
        <translation>Llevar enlaces por paneles</translation>
    </message>
    <message>
        <source>Lead over panels</source>
        <translation>Llevar por paneles</translation>
    </message>
    <message>
        <source>Most fibres of a trunk</source>
        <translation>Máximo de fibras de un troncal</translation>
    </message>
    <message>
        <source>Nothing is chosen.</source>
        <translation>No hay nada elegido.</translation>
    </message>
    <message>
        <source>Panels come into free units of the racks whose links they take</source>
        <translation>Los paneles van en unidades libres de los racks cuyos enlaces toman</translation>
    </message>
    <message>
        <source>Panels stand in a rack of their own at the end of each row; links inside a row stay as they are</source>
        <translation>Los paneles van en un rack propio al final de cada fila; los enlaces dentro de una fila quedan como están</translation>
    </message>
    <message>
        <source>Piece or rack</source>
        <translation>Pieza o rack</translation>
    </message>
    <message>
        <source>Racks without a free unit</source>
        <translation>Racks sin unidad libre</translation>
    </message>
    <message>
        <source>Trunks of up to {count} fibres</source>
        <translation>Troncales de hasta {count} fibras</translation>
    </message>
    <message>
        <source>What comes</source>
        <translation>Qué llega</translation>
    </message>
    <message>
        <source>What comes, and where panels will stand</source>
        <translation>Qué llega y dónde irán los paneles</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Dónde</translation>
    </message>
    <message>
        <source>Where panels stand</source>
        <translation>Dónde van los paneles</translation>
    </message>
    <message>
        <source>Where panels will stand</source>
        <translation>Dónde irán los paneles</translation>
    </message>
    <message>
        <source>Working out what would be laid…</source>
        <translation>Calculando qué se tendería…</translation>
    </message>
    <message>
        <source>its links stay as they are, as far as panels are missing</source>
        <translation>sus enlaces quedan como están si faltan paneles</translation>
    </message>
    <message>
        <source>{count} links stay cords from port to port: {reason}</source>
        <translation>{count} enlaces siguen como latiguillos de puerto a puerto: {reason}</translation>
    </message>
    <message>
        <source>{length} together</source>
        <translation>{length} en total</translation>
    </message>
    <message>
        <source>{links} links run over panels: {trunks} trunks and {cords} cords come, {removed} cords go, {kept} cables stay as they are.</source>
        <translation>{links} enlaces van por paneles: llegan {trunks} troncales y {cords} latiguillos, se van {removed} latiguillos y {kept} cables quedan como están.</translation>
    </message>
    <message>
        <source>{rack}, a new rack</source>
        <translation>{rack}, un rack nuevo</translation>
    </message>
</context>
<context>
    <name>TemplateChoice</name>
    <message>
        <source>Devices</source>
        <translation>Equipos</translation>
    </message>
    <message>
        <source>Feeds</source>
        <translation>Circuitos</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Mass</source>
        <translation>Masa</translation>
    </message>
    <message>
        <source>Nothing is in it yet: halls, rows and racks are added by hand, the rest is dragged from the catalog.</source>
        <translation>Aún no contiene nada: las salas, filas y racks se añaden a mano; lo demás se arrastra desde el catálogo.</translation>
    </message>
    <message>
        <source>Power cords</source>
        <translation>Cables de alimentación</translation>
    </message>
    <message>
        <source>Power, maximum</source>
        <translation>Potencia, máxima</translation>
    </message>
    <message>
        <source>Rack PDUs</source>
        <translation>PDU de rack</translation>
    </message>
    <message>
        <source>Racks</source>
        <translation>Racks</translation>
    </message>
    <message>
        <source>Systems</source>
        <translation>Sistemas</translation>
    </message>
    <message>
        <source>What is chosen</source>
        <translation>Lo elegido</translation>
    </message>
    <message>
        <source>derived</source>
        <translation>derivado</translation>
    </message>
    <message>
        <source>from {low} to {high}</source>
        <translation>de {low} a {high}</translation>
    </message>
    <message>
        <source>published</source>
        <translation>publicado</translation>
    </message>
</context>
<context>
    <name>TemplateList</name>
    <message numerus="yes">
        <source>%n file(s) of yours cannot be read.</source>
        <translation>
            <numerusform>%n archivo suyo no se puede leer.</numerusform>
            <numerusform>%n archivos suyos no se pueden leer.</numerusform>
        </translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Eliminar</translation>
    </message>
    <message>
        <source>Delete the template {name}?</source>
        <translation>¿Eliminar la plantilla {name}?</translation>
    </message>
    <message>
        <source>Delete… (Del)</source>
        <translation>Eliminar… (Supr)</translation>
    </message>
    <message>
        <source>From the program</source>
        <translation>Del programa</translation>
    </message>
    <message>
        <source>Give away as a file…</source>
        <translation>Dar como archivo…</translation>
    </message>
    <message>
        <source>Give the template away</source>
        <translation>Dar la plantilla</translation>
    </message>
    <message>
        <source>Mine</source>
        <translation>Mías</translation>
    </message>
    <message>
        <source>Projects that began with it stay as they are. It cannot be brought back.</source>
        <translation>Los proyectos que empezaron con ella siguen como están. No se puede recuperar.</translation>
    </message>
    <message>
        <source>Rename… (F2)</source>
        <translation>Renombrar… (F2)</translation>
    </message>
    <message>
        <source>Take a template</source>
        <translation>Tomar una plantilla</translation>
    </message>
    <message>
        <source>Take a template from a file…</source>
        <translation>Tomar una plantilla de un archivo…</translation>
    </message>
    <message>
        <source>Templates (*.yaml)</source>
        <translation>Plantillas (*.yaml)</translation>
    </message>
</context>
<context>
    <name>TemplateTexts</name>
    <message>
        <source>Description</source>
        <translation>Descripción</translation>
    </message>
    <message>
        <source>Description in Spanish</source>
        <translation>Descripción en español</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>Name in Spanish</source>
        <translation>Nombre en español</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>igual</translation>
    </message>
</context>
<context>
    <name>Times</name>
    <message>
        <source>yesterday</source>
        <translation>ayer</translation>
    </message>
</context>
<context>
    <name>TotalsLine</name>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Length of all cords and cables with fibres</source>
        <translation>Longitud de todos los latiguillos y cables con fibras</translation>
    </message>
    <message>
        <source>Sum of the maximum powers</source>
        <translation>Suma de las potencias máximas</translation>
    </message>
    <message>
        <source>cords and cables</source>
        <translation>latiguillos y cables</translation>
    </message>
    <message>
        <source>links</source>
        <translation>enlaces</translation>
    </message>
    <message>
        <source>racks</source>
        <translation>racks</translation>
    </message>
    <message>
        <source>systems</source>
        <translation>sistemas</translation>
    </message>
    <message>
        <source>units used</source>
        <translation>unidades ocupadas</translation>
    </message>
    <message>
        <source>{count} devices have no published maximum and are not in the sum</source>
        <translation>Equipos sin máximo publicado, fuera de la suma: {count}</translation>
    </message>
    <message>
        <source>{unit} of fibre</source>
        <translation>{unit} de fibra</translation>
    </message>
</context>
<context>
    <name>TraceCableDialog</name>
    <message>
        <source>Cable {number}</source>
        <translation>Cable {number}</translation>
    </message>
    <message>
        <source>Cable {number}, traced</source>
        <translation>Cable {number}, seguido</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>Copiar como texto</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Longitud</translation>
    </message>
    <message>
        <source>No.</source>
        <translation>Núm.</translation>
    </message>
    <message>
        <source>Part</source>
        <translation>Componente</translation>
    </message>
    <message>
        <source>Piece</source>
        <translation>Pieza</translation>
    </message>
    <message>
        <source>Pieces of the link</source>
        <translation>Piezas del enlace</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Puerto</translation>
    </message>
    <message>
        <source>no type chosen</source>
        <translation>sin tipo elegido</translation>
    </message>
    <message>
        <source>type {polarity}</source>
        <translation>tipo {polarity}</translation>
    </message>
</context>
<context>
    <name>TypeCard</name>
    <message>
        <source>Comes inside systems and cards; it is not placed by itself.</source>
        <translation>Va dentro de sistemas y tarjetas; no se coloca por separado.</translation>
    </message>
    <message>
        <source>Drag into a bay of another device, or press Enter</source>
        <translation>Arrastrar a una bahía de otro equipo, o pulsar Intro</translation>
    </message>
    <message>
        <source>Drag into a rack, or press Enter</source>
        <translation>Arrastrar a un rack, o pulsar Intro</translation>
    </message>
    <message>
        <source>Press Enter to add such racks to a row.</source>
        <translation>Intro añade racks de este tipo a una fila.</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vista previa</translation>
    </message>
    <message>
        <source>Preview of {model}</source>
        <translation>Vista previa de {model}</translation>
    </message>
    <message>
        <source>Stands on the floor of a hall; press Enter to place it.</source>
        <translation>Va en el suelo de una sala; Intro lo coloca.</translation>
    </message>
</context>
<context>
    <name>TypeEntryDialog</name>
    <message>
        <source>All facts</source>
        <translation>Todos los datos</translation>
    </message>
    <message>
        <source>As text</source>
        <translation>Como texto</translation>
    </message>
    <message>
        <source>Edit {model}</source>
        <translation>Editar {model}</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>Esperados</translation>
    </message>
    <message>
        <source>Faces</source>
        <translation>Caras</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>Datos</translation>
    </message>
    <message>
        <source>Facts or text</source>
        <translation>Datos o texto</translation>
    </message>
    <message>
        <source>Facts shown</source>
        <translation>Datos mostrados</translation>
    </message>
    <message>
        <source>Leave</source>
        <translation>Salir</translation>
    </message>
    <message>
        <source>Leave without saving?</source>
        <translation>¿Salir sin guardar?</translation>
    </message>
    <message>
        <source>Lies in your own folder and survives updates. Every fact needs its source.</source>
        <translation>Está en su propia carpeta y sobrevive a las actualizaciones. Cada dato necesita su fuente.</translation>
    </message>
    <message>
        <source>Name of a fact</source>
        <translation>Nombre de un dato</translation>
    </message>
    <message>
        <source>New type of your own</source>
        <translation>Tipo propio nuevo</translation>
    </message>
    <message>
        <source>Nothing is saved yet: what is wrong stands at its place and in the list.</source>
        <translation>Aún no se ha guardado nada: lo que falla está indicado en su sitio y en la lista.</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Guardar</translation>
    </message>
    <message>
        <source>Search the facts</source>
        <translation>Buscar en los datos</translation>
    </message>
    <message>
        <source>The entry as text</source>
        <translation>La entrada como texto</translation>
    </message>
    <message>
        <source>What you have typed has not been saved and would be lost.</source>
        <translation>Lo que ha escrito no se ha guardado y se perdería.</translation>
    </message>
</context>
<context>
    <name>TypeFaces</name>
    <message>
        <source>1 slot</source>
        <translation>1 ranura</translation>
    </message>
    <message>
        <source>Drawing of {model}</source>
        <translation>Dibujo de {model}</translation>
    </message>
    <message>
        <source>FRONT</source>
        <translation>FRENTE</translation>
    </message>
    <message>
        <source>From above</source>
        <translation>Desde arriba</translation>
    </message>
    <message>
        <source>REAR</source>
        <translation>TRASERA</translation>
    </message>
    <message>
        <source>Side</source>
        <translation>Lado</translation>
    </message>
    <message>
        <source>Size not known</source>
        <translation>Tamaño desconocido</translation>
    </message>
    <message>
        <source>Size of the form factor, not of this type: {source} ({confidence})</source>
        <translation>Tamaño del formato, no de este tipo: {source} ({confidence})</translation>
    </message>
    <message>
        <source>Tightest bend: radius {radius}, diameter {diameter}</source>
        <translation>Curva más cerrada: radio {radius}, diámetro {diameter}</translation>
    </message>
    <message>
        <source>{count} slots</source>
        <translation>{count} ranuras</translation>
    </message>
</context>
<context>
    <name>TypeImportDialog</name>
    <message>
        <source>Kind</source>
        <translation>Clase</translation>
    </message>
    <message>
        <source>Nothing is taken while something is wrong: mend the file and import it again.</source>
        <translation>No se trae nada mientras algo esté mal: corrija el archivo e impórtelo de nuevo.</translation>
    </message>
    <message>
        <source>Take 1 type</source>
        <translation>Traer 1 tipo</translation>
    </message>
    <message>
        <source>Take types from {file}</source>
        <translation>Traer tipos de {file}</translation>
    </message>
    <message>
        <source>Take {count} types</source>
        <translation>Traer {count} tipos</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Tipo</translation>
    </message>
    <message>
        <source>Types of the file</source>
        <translation>Tipos del archivo</translation>
    </message>
    <message>
        <source>What happens</source>
        <translation>Qué pasa</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Dónde</translation>
    </message>
    <message>
        <source>new</source>
        <translation>nuevo</translation>
    </message>
    <message>
        <source>replaces your own</source>
        <translation>sustituye al propio</translation>
    </message>
    <message>
        <source>stands before the catalog&apos;s</source>
        <translation>tapa al del catálogo</translation>
    </message>
    <message>
        <source>the same, nothing to do</source>
        <translation>igual, nada que hacer</translation>
    </message>
    <message>
        <source>{count} before an entry of the catalog</source>
        <translation>{count} que tapan una entrada del catálogo</translation>
    </message>
    <message>
        <source>{count} in the place of an own entry</source>
        <translation>{count} en lugar de una entrada propia</translation>
    </message>
    <message>
        <source>{count} known already</source>
        <translation>{count} ya conocidos</translation>
    </message>
    <message>
        <source>{count} new</source>
        <translation>{count} nuevos</translation>
    </message>
</context>
<context>
    <name>TypeLines</name>
    <message>
        <source>Bays</source>
        <translation>Bahías</translation>
    </message>
    <message>
        <source>Cage</source>
        <translation>Jaula</translation>
    </message>
    <message>
        <source>Contains</source>
        <translation>Contiene</translation>
    </message>
    <message>
        <source>End A</source>
        <translation>Extremo A</translation>
    </message>
    <message>
        <source>End B</source>
        <translation>Extremo B</translation>
    </message>
    <message>
        <source>Ends</source>
        <translation>Extremos</translation>
    </message>
    <message>
        <source>Lengths</source>
        <translation>Longitudes</translation>
    </message>
    <message>
        <source>Ports</source>
        <translation>Puertos</translation>
    </message>
    <message>
        <source>{count} fibres</source>
        <translation>{count} fibras</translation>
    </message>
    <message>
        <source>{count} ports</source>
        <translation>{count} puertos</translation>
    </message>
</context>
<context>
    <name>TypeNamesForm</name>
    <message>
        <source>Also called</source>
        <translation>También llamado</translation>
    </message>
    <message>
        <source>Description, English</source>
        <translation>Descripción en inglés</translation>
    </message>
    <message>
        <source>Description, Spanish</source>
        <translation>Descripción en español</translation>
    </message>
    <message>
        <source>Family</source>
        <translation>Familia</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Clave</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modelo</translation>
    </message>
    <message>
        <source>Part numbers</source>
        <translation>Referencias</translation>
    </message>
    <message>
        <source>Several are parted by commas</source>
        <translation>Varios se separan con comas</translation>
    </message>
    <message>
        <source>Vendor</source>
        <translation>Fabricante</translation>
    </message>
    <message>
        <source>Where it sits</source>
        <translation>Dónde va</translation>
    </message>
    <message>
        <source>beside the units (0U)</source>
        <translation>junto a las unidades (0U)</translation>
    </message>
    <message>
        <source>in a bay of another device</source>
        <translation>en una bahía de otro dispositivo</translation>
    </message>
    <message>
        <source>in one language at least</source>
        <translation>en un idioma al menos</translation>
    </message>
    <message>
        <source>in rack units</source>
        <translation>en unidades de rack</translation>
    </message>
    <message>
        <source>inside another thing</source>
        <translation>dentro de otra cosa</translation>
    </message>
    <message>
        <source>made of vendor and model</source>
        <translation>se forma con fabricante y modelo</translation>
    </message>
    <message>
        <source>needed</source>
        <translation>necesario</translation>
    </message>
    <message>
        <source>on the floor</source>
        <translation>en el suelo</translation>
    </message>
    <message>
        <source>vendor.model: small letters, digits, dots, hyphens; it never changes</source>
        <translation>marca.modelo: minúsculas, cifras, puntos y guiones; no cambia nunca</translation>
    </message>
</context>
<context>
    <name>TypeSheet</name>
    <message>
        <source>1 fact</source>
        <translation>1 dato</translation>
    </message>
    <message>
        <source>Also called</source>
        <translation>También llamado</translation>
    </message>
    <message>
        <source>Bays</source>
        <translation>Bahías</translation>
    </message>
    <message>
        <source>Choose a type in the table to see every fact with its source.</source>
        <translation>Elija un tipo en la tabla para ver cada dato con su fuente.</translation>
    </message>
    <message>
        <source>Contains</source>
        <translation>Contiene</translation>
    </message>
    <message>
        <source>Does not say</source>
        <translation>No dice</translation>
    </message>
    <message>
        <source>Ends</source>
        <translation>Extremos</translation>
    </message>
    <message>
        <source>Facts</source>
        <translation>Datos</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Clave</translation>
    </message>
    <message>
        <source>Lengths</source>
        <translation>Longitudes</translation>
    </message>
    <message>
        <source>MIG profiles</source>
        <translation>Perfiles MIG</translation>
    </message>
    <message>
        <source>Names</source>
        <translation>Nombres</translation>
    </message>
    <message>
        <source>Nothing chosen</source>
        <translation>Nada elegido</translation>
    </message>
    <message>
        <source>One would want to know this; nobody found it in a document</source>
        <translation>Convendría saberlo; nadie lo ha encontrado en un documento</translation>
    </message>
    <message>
        <source>Part numbers</source>
        <translation>Referencias</translation>
    </message>
    <message>
        <source>Ports</source>
        <translation>Puertos</translation>
    </message>
    <message>
        <source>Sheet</source>
        <translation>Ficha</translation>
    </message>
    <message>
        <source>Sheet of the type</source>
        <translation>Ficha del tipo</translation>
    </message>
    <message>
        <source>Show the facts that were read there</source>
        <translation>Mostrar los datos que se leyeron ahí</translation>
    </message>
    <message>
        <source>Source {number}</source>
        <translation>Fuente {number}</translation>
    </message>
    <message>
        <source>Sources</source>
        <translation>Fuentes</translation>
    </message>
    <message>
        <source>imported</source>
        <translation>importado</translation>
    </message>
    <message>
        <source>quality {score} of 100</source>
        <translation>calidad {score} de 100</translation>
    </message>
    <message>
        <source>your own</source>
        <translation>propio</translation>
    </message>
    <message>
        <source>{count} facts</source>
        <translation>{count} datos</translation>
    </message>
    <message>
        <source>{count} in this project</source>
        <translation>{count} en este proyecto</translation>
    </message>
</context>
<context>
    <name>TypeTable</name>
    <message>
        <source>Facts one wants that nobody found</source>
        <translation>Datos que se querrían y nadie ha encontrado</translation>
    </message>
    <message>
        <source>Facts that nobody has read in a document yet</source>
        <translation>Datos que nadie ha leído aún en un documento</translation>
    </message>
    <message>
        <source>Family</source>
        <translation>Familia</translation>
    </message>
    <message>
        <source>From memory</source>
        <translation>De memoria</translation>
    </message>
    <message>
        <source>How many the open project has</source>
        <translation>Cuántos tiene el proyecto abierto</translation>
    </message>
    <message>
        <source>In project</source>
        <translation>En proyecto</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>Faltan</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modelo</translation>
    </message>
    <message>
        <source>Vendor</source>
        <translation>Fabricante</translation>
    </message>
</context>
<context>
    <name>TypeTableView</name>
    <message>
        <source>Types</source>
        <translation>Tipos</translation>
    </message>
</context>
<context>
    <name>UnderlayFlow</name>
    <message>
        <source>Add a hall first: its size can be taken from the drawing afterwards.</source>
        <translation>Añada antes una sala: su tamaño se puede tomar después del dibujo.</translation>
    </message>
    <message>
        <source>There is no hall under which {name} could lie.</source>
        <translation>No hay ninguna sala bajo la que poner {name}.</translation>
    </message>
    <message>
        <source>centimetres</source>
        <translation>centímetros</translation>
    </message>
    <message>
        <source>decimetres</source>
        <translation>decímetros</translation>
    </message>
    <message>
        <source>feet</source>
        <translation>pies</translation>
    </message>
    <message>
        <source>inches</source>
        <translation>pulgadas</translation>
    </message>
    <message>
        <source>kilometres</source>
        <translation>kilómetros</translation>
    </message>
    <message>
        <source>metres</source>
        <translation>metros</translation>
    </message>
    <message>
        <source>millimetres</source>
        <translation>milímetros</translation>
    </message>
    <message>
        <source>yards</source>
        <translation>yardas</translation>
    </message>
</context>
<context>
    <name>UnderlayForm</name>
    <message>
        <source>0 % hides it</source>
        <translation>Con 0 % se oculta</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>Fondo</translation>
    </message>
    <message>
        <source>Drawing under {hall}</source>
        <translation>Dibujo bajo {hall}</translation>
    </message>
    <message>
        <source>From north wall</source>
        <translation>Desde pared norte</translation>
    </message>
    <message>
        <source>From west wall</source>
        <translation>Desde pared oeste</translation>
    </message>
    <message>
        <source>Hall&apos;s size from the drawing</source>
        <translation>Tamaño de la sala según el dibujo</translation>
    </message>
    <message>
        <source>Hide or show</source>
        <translation>Ocultar o mostrar</translation>
    </message>
    <message>
        <source>Move by the pointer</source>
        <translation>Mover con el puntero</translation>
    </message>
    <message>
        <source>Opacity</source>
        <translation>Opacidad</translation>
    </message>
    <message>
        <source>Picture under {hall}</source>
        <translation>Imagen bajo {hall}</translation>
    </message>
    <message>
        <source>Resolution</source>
        <translation>Resolución</translation>
    </message>
    <message>
        <source>Scale by numbers…</source>
        <translation>Escalar con números…</translation>
    </message>
    <message>
        <source>Scale by two points</source>
        <translation>Escalar con dos puntos</translation>
    </message>
    <message>
        <source>Take away</source>
        <translation>Quitar</translation>
    </message>
    <message>
        <source>Turn</source>
        <translation>Giro</translation>
    </message>
    <message>
        <source>Under the plan</source>
        <translation>Bajo el plano</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Ancho</translation>
    </message>
    <message>
        <source>drawing of lines</source>
        <translation>dibujo de líneas</translation>
    </message>
    <message>
        <source>{width} × {height} px</source>
        <translation>{width} × {height} px</translation>
    </message>
</context>
<context>
    <name>UnderlayListDialog</name>
    <message>
        <source>Add…</source>
        <translation>Añadir…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Nothing lies under this plan yet.</source>
        <translation>Todavía no hay nada bajo este plano.</translation>
    </message>
    <message>
        <source>Under the plan</source>
        <translation>Bajo el plano</translation>
    </message>
    <message>
        <source>What is ticked is shown. The name of one selects it for the inspector.</source>
        <translation>Lo marcado se muestra. El nombre de cada uno lo selecciona para el inspector.</translation>
    </message>
</context>
<context>
    <name>UnderlayPictures</name>
    <message>
        <source>Reading what lies under the plan</source>
        <translation>Leyendo lo que hay bajo el plano</translation>
    </message>
</context>
<context>
    <name>UpdateTypesDialog</name>
    <message>
        <source>Bays</source>
        <translation>Bahías</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>Cambios</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>In the catalog</source>
        <translation>En el catálogo</translation>
    </message>
    <message>
        <source>In the project</source>
        <translation>En el proyecto</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>En uso</translation>
    </message>
    <message>
        <source>Other parts of the entry</source>
        <translation>Otras partes de la ficha</translation>
    </message>
    <message>
        <source>Ports</source>
        <translation>Puertos</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>Observación</translation>
    </message>
    <message>
        <source>The project keeps its own copies. What the catalog says now is taken over for the chosen types, as one step.</source>
        <translation>El proyecto guarda sus propias copias. Lo que el catálogo dice ahora se adopta para los tipos elegidos, en un solo paso.</translation>
    </message>
    <message>
        <source>The project knows its types as the catalog does</source>
        <translation>El proyecto conoce sus tipos igual que el catálogo</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Tipo</translation>
    </message>
    <message>
        <source>Types</source>
        <translation>Tipos</translation>
    </message>
    <message>
        <source>Types that the catalog knows otherwise</source>
        <translation>Tipos que el catálogo describe de otro modo</translation>
    </message>
    <message>
        <source>Update</source>
        <translation>Actualizar</translation>
    </message>
    <message numerus="yes">
        <source>Update %n type(s)</source>
        <translation>
            <numerusform>Actualizar %n tipo</numerusform>
            <numerusform>Actualizar %n tipos</numerusform>
        </translation>
    </message>
    <message>
        <source>What</source>
        <translation>Qué</translation>
    </message>
    <message>
        <source>What would change</source>
        <translation>Qué cambiaría</translation>
    </message>
    <message>
        <source>What would change in {model}</source>
        <translation>Qué cambiaría en {model}</translation>
    </message>
</context>
<context>
    <name>UpdatesLine</name>
    <message>
        <source>Show what would change</source>
        <translation>Mostrar qué cambiaría</translation>
    </message>
    <message numerus="yes">
        <source>The catalog says something new of %n type(s) of this project.</source>
        <translation>
            <numerusform>El catálogo dice algo nuevo de %n tipo de este proyecto.</numerusform>
            <numerusform>El catálogo dice algo nuevo de %n tipos de este proyecto.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>VersionsDialog</name>
    <message>
        <source>A note to “{name}”</source>
        <translation>Una nota para «{name}»</translation>
    </message>
    <message>
        <source>A version is the whole plan under a name, kept inside the file. Going back to one can be undone.</source>
        <translation>Una versión es el plan entero con un nombre, dentro del archivo. Volver a una puede deshacerse.</translation>
    </message>
    <message>
        <source>Both hold the same plan</source>
        <translation>Ambos contienen el mismo plan</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Compare with a file</source>
        <translation>Comparar con un archivo</translation>
    </message>
    <message>
        <source>Compare with a file…</source>
        <translation>Comparar con un archivo…</translation>
    </message>
    <message>
        <source>Delete for good</source>
        <translation>Eliminar del todo</translation>
    </message>
    <message>
        <source>Delete…</source>
        <translation>Eliminar…</translation>
    </message>
    <message>
        <source>Differences</source>
        <translation>Diferencias</translation>
    </message>
    <message>
        <source>From {file} to this project</source>
        <translation>De {file} a este proyecto</translation>
    </message>
    <message>
        <source>GPU Desk projects (*{suffix})</source>
        <translation>Proyectos de GPU Desk (*{suffix})</translation>
    </message>
    <message>
        <source>Go back to it</source>
        <translation>Volver a ella</translation>
    </message>
    <message>
        <source>How</source>
        <translation>Cómo</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Conservar</translation>
    </message>
    <message>
        <source>Keep one before a large change, or when something is handed over.</source>
        <translation>Conviene conservar una antes de un cambio grande o al entregar algo.</translation>
    </message>
    <message>
        <source>Keep this state…</source>
        <translation>Conservar este estado…</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>Conservada</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Clase</translation>
    </message>
    <message>
        <source>Name of the version</source>
        <translation>Nombre de la versión</translation>
    </message>
    <message>
        <source>No version is kept yet</source>
        <translation>Aún no se conserva ninguna versión</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Nota</translation>
    </message>
    <message>
        <source>Nothing has changed since then</source>
        <translation>Nada ha cambiado desde entonces</translation>
    </message>
    <message>
        <source>Show in the drawings</source>
        <translation>Mostrar en los dibujos</translation>
    </message>
    <message>
        <source>Since “{name}”</source>
        <translation>Desde «{name}»</translation>
    </message>
    <message>
        <source>This cannot be undone. Type {name} to delete it</source>
        <translation>No se puede deshacer. Escribir {name} para eliminarla</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Versión</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>Versiones</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Qué</translation>
    </message>
    <message>
        <source>What has changed</source>
        <translation>Qué ha cambiado</translation>
    </message>
    <message>
        <source>{typed} is not the name of the chosen version; nothing was deleted.</source>
        <translation>{typed} no es el nombre de la versión elegida; no se ha eliminado nada.</translation>
    </message>
</context>
<context>
    <name>WayFields</name>
    <message>
        <source>Bears, a metre</source>
        <translation>Soporta, por metro</translation>
    </message>
    <message>
        <source>Bend radius</source>
        <translation>Radio de curvatura</translation>
    </message>
    <message>
        <source>Carries</source>
        <translation>Lleva</translation>
    </message>
    <message>
        <source>Depth</source>
        <translation>Fondo</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Altura</translation>
    </message>
    <message>
        <source>Planned fill</source>
        <translation>Ocupación prevista</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Anchura</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>no se sabe</translation>
    </message>
    <message>
        <source>not limited</source>
        <translation>sin límite</translation>
    </message>
    <message>
        <source>site sheet</source>
        <translation>hoja del emplazamiento</translation>
    </message>
</context>
<context>
    <name>WayForm</name>
    <message>
        <source>Cables</source>
        <translation>Cables</translation>
    </message>
    <message>
        <source>Filled to</source>
        <translation>Ocupación</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Tipo</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Longitud</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Límites</translation>
    </message>
    <message>
        <source>Needs a radius of</source>
        <translation>Radio necesario</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notas</translation>
    </message>
    <message>
        <source>Planned, and full at</source>
        <translation>Prevista y llena al</translation>
    </message>
    <message>
        <source>There are no cables, or they have not been counted yet</source>
        <translation>No hay cables o aún no se han contado</translation>
    </message>
    <message>
        <source>Way for cables</source>
        <translation>Vía de cables</translation>
    </message>
    <message>
        <source>Weight a metre</source>
        <translation>Peso por metro</translation>
    </message>
    <message>
        <source>What lies in it</source>
        <translation>Qué hay en ella</translation>
    </message>
    <message>
        <source>phase {number}</source>
        <translation>fase {number}</translation>
    </message>
</context>
<context>
    <name>Ways</name>
    <message>
        <source>Basket</source>
        <translation>Cesta</translation>
    </message>
    <message>
        <source>Cables by area of their way</source>
        <translation>Cables por área de su vía</translation>
    </message>
    <message>
        <source>Conduit</source>
        <translation>Conducto</translation>
    </message>
    <message>
        <source>Dashed: below the floor</source>
        <translation>A trazos: bajo el suelo</translation>
    </message>
    <message>
        <source>Duct</source>
        <translation>Canalización</translation>
    </message>
    <message>
        <source>Filled to {fill}</source>
        <translation>Ocupada al {fill}</translation>
    </message>
    <message>
        <source>Full width: {full}</source>
        <translation>Ancho completo: {full}</translation>
    </message>
    <message>
        <source>Ladder</source>
        <translation>Escalera</translation>
    </message>
    <message>
        <source>Riser</source>
        <translation>Montante</translation>
    </message>
    <message>
        <source>Tray</source>
        <translation>Bandeja</translation>
    </message>
    <message>
        <source>above {full}: too full</source>
        <translation>más de {full}: demasiado</translation>
    </message>
    <message>
        <source>copper alone</source>
        <translation>solo cobre</translation>
    </message>
    <message>
        <source>everything</source>
        <translation>todo</translation>
    </message>
    <message>
        <source>fibre alone</source>
        <translation>solo fibra</translation>
    </message>
    <message>
        <source>up to {full}: above plan</source>
        <translation>hasta {full}: más de lo previsto</translation>
    </message>
    <message>
        <source>up to {plan}: as planned</source>
        <translation>hasta {plan}: lo previsto</translation>
    </message>
    <message>
        <source>{height} above the floor</source>
        <translation>{height} sobre el suelo</translation>
    </message>
</context>
<context>
    <name>WaysForm</name>
    <message numerus="yes">
        <source>%n way(s) for cables</source>
        <translation>
            <numerusform>%n vía de cables</numerusform>
            <numerusform>%n vías de cables</numerusform>
        </translation>
    </message>
    <message>
        <source>Set for all</source>
        <translation>Fijar para todas</translation>
    </message>
</context>
<context>
    <name>WhyDock</name>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
</context>
<context>
    <name>Words</name>
    <message>
        <source>2N</source>
        <translation>2N</translation>
    </message>
    <message>
        <source>Air</source>
        <translation>Aire</translation>
    </message>
    <message>
        <source>Bank</source>
        <translation>Banco</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>Ambas</translation>
    </message>
    <message>
        <source>Busway</source>
        <translation>Electrobarra</translation>
    </message>
    <message>
        <source>CDU</source>
        <translation>CDU</translation>
    </message>
    <message>
        <source>CRAC</source>
        <translation>CRAC</translation>
    </message>
    <message>
        <source>CRAH</source>
        <translation>CRAH</translation>
    </message>
    <message>
        <source>Chiller</source>
        <translation>Enfriadora</translation>
    </message>
    <message>
        <source>Cooling tower</source>
        <translation>Torre de refrigeración</translation>
    </message>
    <message>
        <source>Delivered</source>
        <translation>Entregado</translation>
    </message>
    <message>
        <source>Dry cooler</source>
        <translation>Aerorrefrigerador</translation>
    </message>
    <message>
        <source>Facility water</source>
        <translation>Agua del edificio</translation>
    </message>
    <message>
        <source>Feed</source>
        <translation>Circuito</translation>
    </message>
    <message>
        <source>Front</source>
        <translation>Frontal</translation>
    </message>
    <message>
        <source>Generator</source>
        <translation>Generador</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>En servicio</translation>
    </message>
    <message>
        <source>In-row unit</source>
        <translation>Unidad de fila</translation>
    </message>
    <message>
        <source>Installed</source>
        <translation>Instalado</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>Izquierda</translation>
    </message>
    <message>
        <source>N</source>
        <translation>N</translation>
    </message>
    <message>
        <source>N+1</source>
        <translation>N+1</translation>
    </message>
    <message>
        <source>Ordered</source>
        <translation>Pedido</translation>
    </message>
    <message>
        <source>PDU</source>
        <translation>PDU</translation>
    </message>
    <message>
        <source>Panel</source>
        <translation>Cuadro</translation>
    </message>
    <message>
        <source>Planned</source>
        <translation>Planificado</translation>
    </message>
    <message>
        <source>Pump</source>
        <translation>Bomba</translation>
    </message>
    <message>
        <source>Rear</source>
        <translation>Trasera</translation>
    </message>
    <message>
        <source>Rear door</source>
        <translation>Puerta trasera</translation>
    </message>
    <message>
        <source>Retired</source>
        <translation>Retirado</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>Derecha</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Acometida</translation>
    </message>
    <message>
        <source>Technology loop</source>
        <translation>Circuito técnico</translation>
    </message>
    <message>
        <source>Transfer switch</source>
        <translation>Conmutador</translation>
    </message>
    <message>
        <source>UPS</source>
        <translation>SAI</translation>
    </message>
    <message>
        <source>average</source>
        <translation>medios</translation>
    </message>
    <message>
        <source>distributed redundancy</source>
        <translation>redundancia distribuida</translation>
    </message>
    <message>
        <source>less than N</source>
        <translation>menos que N</translation>
    </message>
    <message>
        <source>maximum</source>
        <translation>máximos</translation>
    </message>
    <message>
        <source>nameplate</source>
        <translation>de placa</translation>
    </message>
    <message>
        <source>peak</source>
        <translation>de pico</translation>
    </message>
    <message>
        <source>provisioned</source>
        <translation>provisionados</translation>
    </message>
</context>
<context>
    <name>WorkloadForm</name>
    <message>
        <source>All</source>
        <translation>Todas</translation>
    </message>
    <message>
        <source>Any</source>
        <translation>Cualquiera</translation>
    </message>
    <message>
        <source>As stored</source>
        <translation>Tal como está</translation>
    </message>
    <message>
        <source>At most</source>
        <translation>Como máximo</translation>
    </message>
    <message>
        <source>BF16, FP8 and INT4</source>
        <translation>BF16, FP8 e INT4</translation>
    </message>
    <message>
        <source>Cache</source>
        <translation>Caché</translation>
    </message>
    <message>
        <source>First token within</source>
        <translation>1.er token en</translation>
    </message>
    <message>
        <source>GPU</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Hardware</source>
        <translation>Hardware</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Entrada</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Clase</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modelo</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Números</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Salida</translation>
    </message>
    <message>
        <source>PCI Express cards</source>
        <translation>Tarjetas PCI Express</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programa</translation>
    </message>
    <message>
        <source>Sequences</source>
        <translation>Secuencias</translation>
    </message>
    <message>
        <source>Then each within</source>
        <translation>Después, cada uno</translation>
    </message>
    <message>
        <source>Traffic</source>
        <translation>Tráfico</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Pesos</translation>
    </message>
    <message>
        <source>With NVLink or alike</source>
        <translation>Con NVLink o similar</translation>
    </message>
    <message>
        <source>Workload</source>
        <translation>Carga</translation>
    </message>
    <message>
        <source>answers as you type</source>
        <translation>responde al escribir</translation>
    </message>
    <message>
        <source>any time</source>
        <translation>sin límite</translation>
    </message>
    <message>
        <source>at once</source>
        <translation>a la vez</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>sin límite</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>tokens</translation>
    </message>
</context>
<context>
    <name>_Line</name>
    <message>
        <source>Show {name}</source>
        <translation>Mostrar {name}</translation>
    </message>
    <message>
        <source>Take {name} away</source>
        <translation>Quitar {name}</translation>
    </message>
    <message>
        <source>drawing</source>
        <translation>dibujo</translation>
    </message>
    <message>
        <source>picture</source>
        <translation>imagen</translation>
    </message>
</context>
<context>
    <name>_PaletteList</name>
    <message>
        <source>Found</source>
        <translation>Hallado</translation>
    </message>
</context>
<context>
    <name>_Remark</name>
    <message>
        <source>{line} · corrects remark {number}</source>
        <translation>{line} · rectifica la anotación {number}</translation>
    </message>
</context>
<context>
    <name>addresses</name>
    <message>
        <source>Add a network and cable the project.</source>
        <translation>Añada una red y cablee el proyecto.</translation>
    </message>
    <message>
        <source>Put a larger block into a file addresses.yaml of your own.</source>
        <translation>Ponga un bloque mayor en un archivo addresses.yaml propio.</translation>
    </message>
    <message>
        <source>The block {block} is too small for the addresses of {name}.</source>
        <translation>El bloque {block} es demasiado pequeño para las direcciones de {name}.</translation>
    </message>
    <message>
        <source>The file {file} of rules for addresses has no sense: {reason}.</source>
        <translation>El archivo {file} de reglas de direcciones no tiene sentido: {reason}.</translation>
    </message>
    <message>
        <source>There are no cables in this project, and so nothing that needs an address.</source>
        <translation>En este proyecto no hay cables y, por tanto, nada que necesite una dirección.</translation>
    </message>
</context>
<context>
    <name>as_built</name>
    <message>
        <source>As planned</source>
        <translation>Según el plan</translation>
    </message>
    <message>
        <source>Degraded</source>
        <translation>Degradado</translation>
    </message>
    <message>
        <source>Exchange the plugs in {port} and in {device} {other}.</source>
        <translation>Intercambie los conectores de {port} y de {device} {other}.</translation>
    </message>
    <message>
        <source>Exchange the plugs in {port} and {other}.</source>
        <translation>Intercambie los conectores de {port} y {other}.</translation>
    </message>
    <message>
        <source>Missing</source>
        <translation>Falta</translation>
    </message>
    <message>
        <source>Move the plug from {port} to {other}, whose plug goes elsewhere first.</source>
        <translation>Pase el conector de {port} a {other}, cuyo conector va antes a otro sitio.</translation>
    </message>
    <message>
        <source>Move the plug from {port} to {other}.</source>
        <translation>Pase el conector de {port} a {other}.</translation>
    </message>
    <message>
        <source>Move the plug from {port} to {other}; take out what is in there.</source>
        <translation>Pase el conector de {port} a {other}; saque lo que haya allí.</translation>
    </message>
    <message>
        <source>Nothing links {port} with {device} {other}: look at both plugs, else lay the cable.</source>
        <translation>Nada une {port} con {device} {other}: mire los dos conectores; si no, tienda el cable.</translation>
    </message>
    <message>
        <source>Plug into {port} the cable that comes from {device} {other}.</source>
        <translation>Conecte en {port} el cable que viene de {device} {other}.</translation>
    </message>
    <message>
        <source>Swapped pair</source>
        <translation>Par cruzado</translation>
    </message>
    <message>
        <source>Take out what is in {port}, and plug in the cable that comes from {device} {other}.</source>
        <translation>Saque lo que haya en {port} y conecte el cable que viene de {device} {other}.</translation>
    </message>
    <message>
        <source>Take the plug out of {port} and lead it to {device} {other}.</source>
        <translation>Saque el conector de {port} y llévelo a {device} {other}.</translation>
    </message>
    <message>
        <source>Unexpected</source>
        <translation>Inesperado</translation>
    </message>
    <message>
        <source>Wrong device</source>
        <translation>Otro equipo</translation>
    </message>
    <message>
        <source>Wrong port</source>
        <translation>Otro puerto</translation>
    </message>
    <message>
        <source>{count} adapters by their cables</source>
        <translation>{count} adaptadores por sus cables</translation>
    </message>
    <message>
        <source>{count} adapters by their order</source>
        <translation>{count} adaptadores por su orden</translation>
    </message>
    <message>
        <source>{count} by the GUIDs of the plan</source>
        <translation>{count} por los GUID del plan</translation>
    </message>
    <message>
        <source>{count} by the file of names</source>
        <translation>{count} por el archivo de nombres</translation>
    </message>
    <message>
        <source>{count} by what they say of themselves</source>
        <translation>{count} por lo que dicen de sí mismos</translation>
    </message>
    <message>
        <source>{count} not in the plan</source>
        <translation>{count} no están en el plan</translation>
    </message>
    <message>
        <source>{port} leads to {device} {other}, which is not planned: unplug it, or take it into the plan.</source>
        <translation>{port} lleva a {device} {other}, lo que no está planificado: desconéctelo o inclúyalo en el plan.</translation>
    </message>
    <message>
        <source>{port} runs at {seen} in place of {rate}: clean and seat the plugs here and at {device} {other}, else change them.</source>
        <translation>{port} va a {seen} en lugar de {rate}: limpie y asiente los conectores aquí y en {device} {other}; si no, cámbielos.</translation>
    </message>
</context>
<context>
    <name>bom</name>
    <message>
        <source>A number from {low} to {high} is needed here.</source>
        <translation>Aquí hace falta un número de {low} a {high}.</translation>
    </message>
    <message>
        <source>A phase buys what the plan needs at its end beyond what was bought before, so that the phases add up to the whole.</source>
        <translation>Una fase compra lo que el plan necesita al terminarla además de lo ya comprado, de modo que las fases suman el total.</translation>
    </message>
    <message>
        <source>A whole number from {low} to {high} is needed here.</source>
        <translation>Aquí hace falta un número entero de {low} a {high}.</translation>
    </message>
    <message>
        <source>About</source>
        <translation>Asunto</translation>
    </message>
    <message>
        <source>Accessories and consumables</source>
        <translation>Accesorios y consumibles</translation>
    </message>
    <message>
        <source>Accessories and tools</source>
        <translation>Accesorios y herramientas</translation>
    </message>
    <message>
        <source>Assumptions</source>
        <translation>Supuestos</translation>
    </message>
    <message>
        <source>Build phase</source>
        <translation>Fase de obra</translation>
    </message>
    <message>
        <source>Busway</source>
        <translation>Canalización</translation>
    </message>
    <message>
        <source>By phase</source>
        <translation>Por fase</translation>
    </message>
    <message>
        <source>Catalog key</source>
        <translation>Clave del catálogo</translation>
    </message>
    <message>
        <source>Circuits</source>
        <translation>Circuitos</translation>
    </message>
    <message>
        <source>Circuits and what feeds them</source>
        <translation>Circuitos y lo que los alimenta</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>Confianza</translation>
    </message>
    <message>
        <source>Cooling unit whose type is not chosen</source>
        <translation>Unidad de refrigeración cuyo tipo no está elegido</translation>
    </message>
    <message>
        <source>Cord whose type is not chosen</source>
        <translation>Cable cuyo tipo no está elegido</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Equipos</translation>
    </message>
    <message>
        <source>Feed</source>
        <translation>Circuito</translation>
    </message>
    <message>
        <source>Figures of rules that this project says</source>
        <translation>Valores de reglas que dice este proyecto</translation>
    </message>
    <message>
        <source>Freight</source>
        <translation>Transporte</translation>
    </message>
    <message>
        <source>General</source>
        <translation>General</translation>
    </message>
    <message>
        <source>Generator</source>
        <translation>Generador</translation>
    </message>
    <message>
        <source>Hours of all people</source>
        <translation>Horas entre todas las personas</translation>
    </message>
    <message>
        <source>In stock</source>
        <translation>En existencias</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>En uso</translation>
    </message>
    <message>
        <source>Labour</source>
        <translation>Mano de obra</translation>
    </message>
    <message>
        <source>Labour, hours</source>
        <translation>Mano de obra, horas</translation>
    </message>
    <message>
        <source>Lead of the device, or wired by hand</source>
        <translation>Cable propio del equipo, o cableado a mano</translation>
    </message>
    <message>
        <source>Lead time, weeks</source>
        <translation>Plazo, semanas</translation>
    </message>
    <message>
        <source>Left out because retired</source>
        <translation>Fuera de la lista por retirados</translation>
    </message>
    <message>
        <source>Length, m</source>
        <translation>Longitud, m</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>Líneas</translation>
    </message>
    <message>
        <source>Longest lead time known, weeks</source>
        <translation>Mayor plazo conocido, semanas</translation>
    </message>
    <message>
        <source>Made on</source>
        <translation>Fecha</translation>
    </message>
    <message>
        <source>Maker</source>
        <translation>Fabricante</translation>
    </message>
    <message>
        <source>Mass of one, kg</source>
        <translation>Masa unitaria, kg</translation>
    </message>
    <message>
        <source>Mass with packing, kg</source>
        <translation>Masa con embalaje, kg</translation>
    </message>
    <message>
        <source>Mass, kg</source>
        <translation>Masa, kg</translation>
    </message>
    <message>
        <source>Minutes each</source>
        <translation>Minutos cada vez</translation>
    </message>
    <message>
        <source>Modules</source>
        <translation>Módulos</translation>
    </message>
    <message>
        <source>Network cable whose type is not chosen</source>
        <translation>Cable de red cuyo tipo no se ha elegido</translation>
    </message>
    <message>
        <source>Network cables</source>
        <translation>Cables de red</translation>
    </message>
    <message>
        <source>Network cables and modules are not on this list: the project is not cabled yet.</source>
        <translation>Los cables de red y los módulos no están en esta lista: el proyecto aún no está cableado.</translation>
    </message>
    <message>
        <source>Network cords and cables</source>
        <translation>Latiguillos y cables de red</translation>
    </message>
    <message>
        <source>Own rules in use</source>
        <translation>Reglas propias en uso</translation>
    </message>
    <message>
        <source>Packing</source>
        <translation>Embalaje</translation>
    </message>
    <message>
        <source>Panel</source>
        <translation>Cuadro</translation>
    </message>
    <message>
        <source>Part number</source>
        <translation>Referencia</translation>
    </message>
    <message>
        <source>Parts that the catalog does not have</source>
        <translation>Piezas que el catálogo no tiene</translation>
    </message>
    <message>
        <source>People together</source>
        <translation>Personas a la vez</translation>
    </message>
    <message>
        <source>Phase {number}</source>
        <translation>Fase {number}</translation>
    </message>
    <message>
        <source>Pieces in a pack</source>
        <translation>Piezas por paquete</translation>
    </message>
    <message>
        <source>Pieces in use</source>
        <translation>Piezas en uso</translation>
    </message>
    <message>
        <source>Pilot</source>
        <translation>Piloto</translation>
    </message>
    <message>
        <source>Power cords</source>
        <translation>Cables de alimentación</translation>
    </message>
    <message>
        <source>Power cords that come with a device</source>
        <translation>Cables de alimentación incluidos con un equipo</translation>
    </message>
    <message>
        <source>Power of one, W</source>
        <translation>Potencia unitaria, W</translation>
    </message>
    <message>
        <source>Power source</source>
        <translation>Acometida</translation>
    </message>
    <message>
        <source>Power, W</source>
        <translation>Potencia, W</translation>
    </message>
    <message>
        <source>Price of</source>
        <translation>Precio del</translation>
    </message>
    <message>
        <source>Price of one, USD</source>
        <translation>Precio unitario, USD</translation>
    </message>
    <message>
        <source>Price, USD</source>
        <translation>Precio, USD</translation>
    </message>
    <message>
        <source>Prices are in US dollars, without taxes, duties and discounts, each of the day that is named; they are no offers.</source>
        <translation>Los precios son en dólares de EE. UU., sin impuestos, aranceles ni descuentos, cada uno del día que se indica; no son ofertas.</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>Proyecto</translation>
    </message>
    <message>
        <source>Racks</source>
        <translation>Racks</translation>
    </message>
    <message>
        <source>Racks and devices</source>
        <translation>Racks y equipos</translation>
    </message>
    <message>
        <source>Receptacle</source>
        <translation>Toma</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>Nota</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>Función</translation>
    </message>
    <message>
        <source>Rule for spares</source>
        <translation>Regla de repuestos</translation>
    </message>
    <message>
        <source>Rule for the count</source>
        <translation>Regla de la cantidad</translation>
    </message>
    <message>
        <source>Rule or value</source>
        <translation>Regla o valor</translation>
    </message>
    <message>
        <source>Section</source>
        <translation>Apartado</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Fuente</translation>
    </message>
    <message>
        <source>Source of the price</source>
        <translation>Fuente del precio</translation>
    </message>
    <message>
        <source>Spares</source>
        <translation>Repuestos</translation>
    </message>
    <message>
        <source>Summary</source>
        <translation>Resumen</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Tarea</translation>
    </message>
    <message>
        <source>The rule “{text}” cannot be evaluated: {what}</source>
        <translation>La regla «{text}» no se puede evaluar: {what}</translation>
    </message>
    <message>
        <source>The rule “{text}” comes to no number.</source>
        <translation>La regla «{text}» no da ningún número.</translation>
    </message>
    <message>
        <source>The rules in {path} cannot be used:</source>
        <translation>Las reglas de {path} no se pueden usar:</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>Veces</translation>
    </message>
    <message>
        <source>To buy</source>
        <translation>A comprar</translation>
    </message>
    <message>
        <source>To order</source>
        <translation>Por pedir</translation>
    </message>
    <message>
        <source>Together</source>
        <translation>En total</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Herramientas</translation>
    </message>
    <message>
        <source>Transfer switch</source>
        <translation>Conmutador de transferencia</translation>
    </message>
    <message>
        <source>Trunks</source>
        <translation>Troncales</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Tipo</translation>
    </message>
    <message>
        <source>UPS</source>
        <translation>SAI</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Valor</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Qué</translation>
    </message>
    <message>
        <source>all</source>
        <translation>todas</translation>
    </message>
    <message>
        <source>by the electrician</source>
        <translation>del electricista</translation>
    </message>
    <message>
        <source>comes with the device</source>
        <translation>viene con el equipo</translation>
    </message>
    <message>
        <source>derived</source>
        <translation>derivado</translation>
    </message>
    <message>
        <source>direct current</source>
        <translation>corriente continua</translation>
    </message>
    <message>
        <source>from memory or rule of thumb</source>
        <translation>de memoria o regla práctica</translation>
    </message>
    <message>
        <source>line to line</source>
        <translation>entre fases</translation>
    </message>
    <message>
        <source>line to neutral</source>
        <translation>fase y neutro</translation>
    </message>
    <message>
        <source>line {line}: {what}</source>
        <translation>línea {line}: {what}</translation>
    </message>
    <message>
        <source>names with values are needed here.</source>
        <translation>aquí hacen falta nombres con valores.</translation>
    </message>
    <message>
        <source>number not known</source>
        <translation>número desconocido</translation>
    </message>
    <message>
        <source>of {priced} lines; the price of {lines} lines ({pieces} pieces or packs) is not known</source>
        <translation>de {priced} líneas; no se conoce el precio de {lines} líneas ({pieces} piezas o paquetes)</translation>
    </message>
    <message>
        <source>price not known</source>
        <translation>precio desconocido</translation>
    </message>
    <message>
        <source>read</source>
        <translation>leído</translation>
    </message>
    <message>
        <source>second-hand</source>
        <translation>de segunda mano</translation>
    </message>
    <message>
        <source>there is no measure {name}; there are {words}.</source>
        <translation>no existe la medida {name}; existen {words}.</translation>
    </message>
    <message>
        <source>three-phase with neutral</source>
        <translation>trifásico con neutro</translation>
    </message>
    <message>
        <source>three-phase without neutral</source>
        <translation>trifásico sin neutro</translation>
    </message>
    <message>
        <source>type not chosen</source>
        <translation>tipo sin elegir</translation>
    </message>
    <message>
        <source>without {count} pieces or packs of unknown mass</source>
        <translation>sin {count} piezas o paquetes de masa desconocida</translation>
    </message>
    <message>
        <source>{count} are ordered or there already</source>
        <translation>{count} ya pedidos o entregados</translation>
    </message>
    <message>
        <source>{count} more come inside others</source>
        <translation>{count} más vienen dentro de otros</translation>
    </message>
    <message>
        <source>{name} is a list of {words}.</source>
        <translation>{name} es una lista de {words}.</translation>
    </message>
    <message>
        <source>{name} is a list.</source>
        <translation>{name} es una lista.</translation>
    </message>
    <message>
        <source>{name} is a number from {low} to {high}.</source>
        <translation>{name} es un número de {low} a {high}.</translation>
    </message>
    <message>
        <source>{name} is a text that is not empty.</source>
        <translation>{name} es un texto no vacío.</translation>
    </message>
    <message>
        <source>{name} is one of {words}.</source>
        <translation>{name} es uno de {words}.</translation>
    </message>
    <message>
        <source>{name} is true or false.</source>
        <translation>{name} es true o false.</translation>
    </message>
    <message>
        <source>{name} means nothing here.</source>
        <translation>{name} no significa nada aquí.</translation>
    </message>
    <message>
        <source>{path} cannot be read: {reason}.</source>
        <translation>{path} no se puede leer: {reason}.</translation>
    </message>
    <message>
        <source>{percent} % for packing</source>
        <translation>{percent} % por embalaje</translation>
    </message>
    <message>
        <source>{percent} %, rounded to the nearest, at least {least}, from {start} pieces on</source>
        <translation>{percent} %, redondeado al más próximo, {least} como mínimo, a partir de {start} piezas</translation>
    </message>
    <message>
        <source>{percent} %, rounded up, at least {least}, from {start} pieces on</source>
        <translation>{percent} %, redondeado hacia arriba, {least} como mínimo, a partir de {start} piezas</translation>
    </message>
</context>
<context>
    <name>cabling</name>
    <message>
        <source>Add a network first.</source>
        <translation>Añada primero una red.</translation>
    </message>
    <message>
        <source>The project has no network that could be cabled.</source>
        <translation>El proyecto no tiene ninguna red que se pueda cablear.</translation>
    </message>
    <message>
        <source>Unplug those cables first.</source>
        <translation>Desconecte primero esos cables.</translation>
    </message>
    <message>
        <source>{count} links would end in lanes of other links, the first at {name}.</source>
        <translation>{count} enlaces terminarían en carriles de otros enlaces, el primero en {name}.</translation>
    </message>
    <message>
        <source>{count} ports are taken by other cables, the first of {name}.</source>
        <translation>{count} puertos están ocupados por otros cables, el primero de {name}.</translation>
    </message>
</context>
<context>
    <name>catalog</name>
    <message>
        <source>A library is named with small letters, digits, dots, hyphens and underscores, not {name}.</source>
        <translation>El nombre de una biblioteca lleva minúsculas, cifras, puntos, guiones y guiones bajos, no {name}.</translation>
    </message>
    <message>
        <source>Change that file in a text editor.</source>
        <translation>Cambiar ese archivo con un editor de texto.</translation>
    </message>
    <message>
        <source>The catalog has no entry {key}.</source>
        <translation>El catálogo no tiene la entrada {key}.</translation>
    </message>
    <message>
        <source>The catalog has {count} faults.</source>
        <translation>Fallos en el catálogo: {count}.</translation>
    </message>
    <message>
        <source>The key {key} comes twice in the library {name}.</source>
        <translation>La clave {key} aparece dos veces en la biblioteca {name}.</translation>
    </message>
    <message>
        <source>There is no imported library {name}.</source>
        <translation>No hay ninguna biblioteca importada {name}.</translation>
    </message>
    <message>
        <source>a colour has the form #rrggbb, not {colour}</source>
        <translation>un color tiene la forma #rrggbb, no {colour}</translation>
    </message>
    <message>
        <source>a description is missing; one language is enough</source>
        <translation>falta una descripción; basta un idioma</translation>
    </message>
    <message>
        <source>a file holds one document</source>
        <translation>un archivo contiene un solo documento</translation>
    </message>
    <message>
        <source>a list named types is missing</source>
        <translation>falta una lista llamada types</translation>
    </message>
    <message>
        <source>a name has at most 100 characters</source>
        <translation>un nombre tiene 100 caracteres como máximo</translation>
    </message>
    <message>
        <source>a name must be a plain text</source>
        <translation>un nombre debe ser texto simple</translation>
    </message>
    <message>
        <source>an entry is a mapping</source>
        <translation>una entrada es un mapa de claves y valores</translation>
    </message>
    <message>
        <source>anchors and aliases are not used here: write the value out</source>
        <translation>aquí no se usan anclas ni alias: escribir el valor entero</translation>
    </message>
    <message>
        <source>facts and families are missing</source>
        <translation>faltan los datos y las familias</translation>
    </message>
    <message>
        <source>ports and elements need width_mm and height_mm</source>
        <translation>los puertos y elementos necesitan width_mm y height_mm</translation>
    </message>
    <message>
        <source>sources must be a mapping of short names to documents</source>
        <translation>sources debe ser un mapa de nombres cortos a documentos</translation>
    </message>
    <message>
        <source>tags are not used here</source>
        <translation>aquí no se usan etiquetas</translation>
    </message>
    <message>
        <source>the area is empty or lies outside the face of {width} mm × {height} mm</source>
        <translation>el área está vacía o queda fuera de la cara, de {width} mm × {height} mm</translation>
    </message>
    <message>
        <source>the area overlaps that of another group of ports</source>
        <translation>el área se solapa con la de otro grupo de puertos</translation>
    </message>
    <message>
        <source>the family {name} is unknown or has no title</source>
        <translation>la familia {name} es desconocida o no tiene título</translation>
    </message>
    <message>
        <source>the file holds too many values</source>
        <translation>el archivo contiene demasiados valores</translation>
    </message>
    <message>
        <source>the file is larger than {limit} bytes</source>
        <translation>el archivo supera {limit} bytes</translation>
    </message>
    <message>
        <source>the file is nested too deeply</source>
        <translation>el archivo tiene demasiados niveles</translation>
    </message>
    <message>
        <source>the file is not UTF-8 text</source>
        <translation>el archivo no es texto UTF-8</translation>
    </message>
    <message>
        <source>the folder of your own entries cannot be read: {reason}</source>
        <translation>no se puede leer la carpeta de entradas propias: {reason}</translation>
    </message>
    <message>
        <source>the key {key} comes twice: also in {file}, line {line}</source>
        <translation>la clave {key} está repetida: también en {file}, línea {line}</translation>
    </message>
    <message>
        <source>the key {key} is not of the form vendor.model: small letters, digits, dots and hyphens</source>
        <translation>la clave {key} no tiene la forma marca.modelo: minúsculas, cifras, puntos y guiones</translation>
    </message>
    <message>
        <source>the name {name} comes twice or is not used here</source>
        <translation>el nombre {name} está repetido o no se usa aquí</translation>
    </message>
    <message>
        <source>the note of {name} is there in one language only</source>
        <translation>la nota de {name} está en un solo idioma</translation>
    </message>
    <message>
        <source>the source {name} is not among the sources of this file</source>
        <translation>la fuente {name} no está entre las fuentes de este archivo</translation>
    </message>
    <message>
        <source>there is no fact named {name}</source>
        <translation>no existe el dato {name}</translation>
    </message>
    <message>
        <source>there is no fact named {name}; did you mean {near}?</source>
        <translation>no existe el dato {name}; ¿será {near}?</translation>
    </message>
    <message>
        <source>this imported library is damaged or of another version of the program: import it again</source>
        <translation>esta biblioteca importada está dañada o es de otra versión del programa: impórtela de nuevo</translation>
    </message>
    <message>
        <source>this is not YAML: {reason}</source>
        <translation>esto no es YAML: {reason}</translation>
    </message>
    <message>
        <source>unknown name {name}; known are {names}</source>
        <translation>nombre desconocido: {name}; se conocen {names}</translation>
    </message>
    <message>
        <source>values and words are missing</source>
        <translation>faltan values y words</translation>
    </message>
    <message>
        <source>you have an entry of the key {key} already: edit that one, or choose another key</source>
        <translation>ya tiene una entrada con la clave {key}: edite esa o elija otra clave</translation>
    </message>
    <message>
        <source>{file}, line {line}: {what}</source>
        <translation>{file}, línea {line}: {what}</translation>
    </message>
    <message>
        <source>{key} contains {parts}, which the catalog does not have</source>
        <translation>{key} contiene {parts}, que no está en el catálogo</translation>
    </message>
    <message>
        <source>{key} is not one of your own entries.</source>
        <translation>{key} no es una de las entradas propias.</translation>
    </message>
    <message>
        <source>{key} stands in {file} together with other entries.</source>
        <translation>{key} está en {file} junto con otras entradas.</translation>
    </message>
    <message>
        <source>{kind} is no kind of element; known are {kinds}</source>
        <translation>{kind} no es una clase de elemento; se conocen {kinds}</translation>
    </message>
    <message>
        <source>{name} is a number, not {value}</source>
        <translation>{name} es un número, no {value}</translation>
    </message>
    <message>
        <source>{name} is a text, not {value}: put it in quotes</source>
        <translation>{name} es un texto, no {value}: debe ir entre comillas</translation>
    </message>
    <message>
        <source>{name} is missing</source>
        <translation>falta {name}</translation>
    </message>
    <message>
        <source>{name} is one of {words}, not {value}</source>
        <translation>{name} es una de estas palabras: {words}; no {value}</translation>
    </message>
    <message>
        <source>{name} is true or false, not {value}</source>
        <translation>{name} es true o false, no {value}</translation>
    </message>
    <message>
        <source>{name} is {value}, which cannot be: it lies between {low} and {high}</source>
        <translation>{name} es {value}, y no puede ser: está entre {low} y {high}</translation>
    </message>
    <message>
        <source>{path}.kind must be one of {words}</source>
        <translation>{path}.kind debe ser una de estas palabras: {words}</translation>
    </message>
    <message>
        <source>{path}.{name} is missing</source>
        <translation>falta {path}.{name}</translation>
    </message>
    <message>
        <source>{path}: a limit is a number</source>
        <translation>{path}: un límite es un número</translation>
    </message>
    <message>
        <source>{path}: a list of words is needed</source>
        <translation>{path}: hace falta una lista de palabras</translation>
    </message>
    <message>
        <source>{path}: a mapping is needed</source>
        <translation>{path}: hace falta un mapa de claves y valores</translation>
    </message>
    <message>
        <source>{path}: choices go with the kind choice</source>
        <translation>{path}: las opciones (choices) van con la clase choice</translation>
    </message>
    <message>
        <source>{path}: plain_decimals is 0, 1, 2 or 3</source>
        <translation>{path}: plain_decimals es 0, 1, 2 o 3</translation>
    </message>
    <message>
        <source>{path}: there is no fact named {name}</source>
        <translation>{path}: no hay ningún dato llamado {name}</translation>
    </message>
    <message>
        <source>{path}: there is no group {group}</source>
        <translation>{path}: no existe el grupo {group}</translation>
    </message>
</context>
<context>
    <name>checks</name>
    <message>
        <source>A bay holds one device</source>
        <translation>Una bahía aloja un solo equipo</translation>
    </message>
    <message>
        <source>A cage holds one module or one plug</source>
        <translation>Una jaula contiene un módulo o un conector</translation>
    </message>
    <message>
        <source>A circuit that ends at nothing takes a breaker and costs money</source>
        <translation>Un circuito que no termina en nada ocupa un interruptor y cuesta dinero</translation>
    </message>
    <message>
        <source>A cord of {name} is {length} long; to its outlet on {source} it takes {wanted}.</source>
        <translation>Un cable de {name} mide {length}; hasta su toma en {source} hacen falta {wanted}.</translation>
    </message>
    <message>
        <source>A device has no name.</source>
        <translation>Un equipo no tiene nombre.</translation>
    </message>
    <message>
        <source>A device in itself is nowhere</source>
        <translation>Un equipo dentro de sí mismo no está en ningún sitio</translation>
    </message>
    <message>
        <source>A hall has no name.</source>
        <translation>Una sala no tiene nombre.</translation>
    </message>
    <message>
        <source>A line of {name} carries {current} and bears {limit}, though all of {total} would fit {bears}.</source>
        <translation>Una fase de {name} lleva {current} y soporta {limit}, aunque el total de {total} cabría en {bears}.</translation>
    </message>
    <message>
        <source>A link has fibre of one grade</source>
        <translation>Un enlace tiene fibra de un solo grado</translation>
    </message>
    <message>
        <source>A loop cools everything that liquid has to cool</source>
        <translation>Un circuito refrigera todo lo que debe refrigerarse con líquido</translation>
    </message>
    <message>
        <source>A maker gives a serial number once</source>
        <translation>Un fabricante da cada número de serie una sola vez</translation>
    </message>
    <message>
        <source>A mechanical lift is at hand</source>
        <translation>Hay un elevador mecánico disponible</translation>
    </message>
    <message>
        <source>A rack has no name.</source>
        <translation>Un rack no tiene nombre.</translation>
    </message>
    <message>
        <source>A row has no name.</source>
        <translation>Una fila no tiene nombre.</translation>
    </message>
    <message>
        <source>A second link is there so that one switch may fail</source>
        <translation>Un segundo enlace existe para que un conmutador pueda fallar</translation>
    </message>
    <message>
        <source>ANSI/TIA-568: ten diameters without load, or what the catalog says of the cable</source>
        <translation>ANSI/TIA-568: diez diámetros sin carga, o lo que el catálogo diga del cable</translation>
    </message>
    <message>
        <source>Add units for {name}</source>
        <translation>Añadir unidades para {name}</translation>
    </message>
    <message>
        <source>Air and loops have the spare units that they are meant to have</source>
        <translation>El aire y los circuitos tienen las unidades de reserva previstas</translation>
    </message>
    <message>
        <source>Air units blow as much as devices draw</source>
        <translation>Las climatizadoras impulsan tanto aire como toman los equipos</translation>
    </message>
    <message>
        <source>Air units take the heat of what they serve</source>
        <translation>Las climatizadoras retiran el calor de lo que atienden</translation>
    </message>
    <message>
        <source>Airflow by data sheets, thinned with the altitude; else P = q·ρ·c·ΔT at the rise of the site sheet</source>
        <translation>Caudal según las hojas de datos, corregido por la altitud; si no, P = q·ρ·c·ΔT con el calentamiento de la ficha del emplazamiento</translation>
    </message>
    <message>
        <source>Airflow by data sheets; row coolers serve the aisle at which they stand</source>
        <translation>Caudal según las hojas de datos; las unidades de fila atienden el pasillo junto al que están</translation>
    </message>
    <message>
        <source>Airflow direction of the type</source>
        <translation>Sentido del aire del tipo</translation>
    </message>
    <message>
        <source>Airflow direction of the type; the front of a rack faces the cold aisle</source>
        <translation>Sentido del aire del tipo; el frente de un rack da al pasillo frío</translation>
    </message>
    <message>
        <source>All is known that it takes to judge a link</source>
        <translation>Se sabe todo lo necesario para juzgar un enlace</translation>
    </message>
    <message>
        <source>All {count} links of {device} in {network} end on {switch}.</source>
        <translation>Los {count} enlaces de {device} en {network} terminan en {switch}.</translation>
    </message>
    <message>
        <source>An owner gives an asset number once</source>
        <translation>Un dueño da cada número de activo una sola vez</translation>
    </message>
    <message>
        <source>Angled ferrules meet angled ones only</source>
        <translation>Las férulas en ángulo solo se unen con otras iguales</translation>
    </message>
    <message>
        <source>Another device is called {name} too.</source>
        <translation>Otro equipo se llama también {name}.</translation>
    </message>
    <message>
        <source>Another hall is called {name} too.</source>
        <translation>Otra sala se llama también {name}.</translation>
    </message>
    <message>
        <source>Another rack of this hall is called {name} too.</source>
        <translation>Otro rack de esta sala se llama también {name}.</translation>
    </message>
    <message>
        <source>Another row of this hall is called {name} too.</source>
        <translation>Otra fila de esta sala se llama también {name}.</translation>
    </message>
    <message>
        <source>Bays of the type</source>
        <translation>Bahías del tipo</translation>
    </message>
    <message>
        <source>Behind {device} there are {room} for plugs and cables; {needed} are wanted.</source>
        <translation>Detrás de {device} quedan {room} para enchufes y cables; se quieren {needed}.</translation>
    </message>
    <message>
        <source>Board length and slots of the card, and what the workstation takes</source>
        <translation>Largo y ranuras de la tarjeta, y lo que admite la estación de trabajo</translation>
    </message>
    <message>
        <source>Both ends of a cable are in {port}.</source>
        <translation>Los dos extremos de un cable están en {port}.</translation>
    </message>
    <message>
        <source>Both ends, modules and cable share a protocol</source>
        <translation>Extremos, módulos y cable comparten un protocolo</translation>
    </message>
    <message>
        <source>Both modules understand each other</source>
        <translation>Los dos módulos se entienden</translation>
    </message>
    <message>
        <source>Both ports of a twin-port cage are those of one module</source>
        <translation>Los dos puertos de una jaula doble son los de un mismo módulo</translation>
    </message>
    <message>
        <source>Breaker, derated, by the continuous factor: 0.8 after NEC 210.20(A), 1.0 after IEC practice</source>
        <translation>Interruptor, reducido, por el factor de carga continua: 0,8 según NEC 210.20(A), 1,0 en la práctica IEC</translation>
    </message>
    <message>
        <source>Breakers in North America bear 80 % of their rating for long</source>
        <translation>En Norteamérica un interruptor soporta de forma continua el 80 % de su calibre</translation>
    </message>
    <message>
        <source>Build phases of the project</source>
        <translation>Fases de obra del proyecto</translation>
    </message>
    <message>
        <source>Build {device} in phase {later}</source>
        <translation>Montar {device} en la fase {later}</translation>
    </message>
    <message>
        <source>CDUs take the heat of their loops</source>
        <translation>Las CDU retiran el calor de sus circuitos</translation>
    </message>
    <message>
        <source>Cable {network}</source>
        <translation>Cablear {network}</translation>
    </message>
    <message>
        <source>Cables are as long as their way takes</source>
        <translation>Los cables son tan largos como pide su recorrido</translation>
    </message>
    <message>
        <source>Cables end in ports for data</source>
        <translation>Los cables terminan en puertos de datos</translation>
    </message>
    <message>
        <source>Cables take no great detour</source>
        <translation>Los cables no dan grandes rodeos</translation>
    </message>
    <message>
        <source>Capacity and flow of the units by their data sheets; heat is the power that counts against limits</source>
        <translation>Capacidad y caudal de las unidades según sus hojas de datos; el calor es la potencia que cuenta para los límites</translation>
    </message>
    <message>
        <source>Capacity of the data sheet, less where the two supply temperatures lie closer than its approach</source>
        <translation>Capacidad de la hoja de datos, menor si las dos temperaturas de impulsión distan menos que su aproximación</translation>
    </message>
    <message>
        <source>Cards are not longer than the workstation takes</source>
        <translation>Las tarjetas no son más largas de lo que admite la estación de trabajo</translation>
    </message>
    <message>
        <source>Cards in workstations have a fan of their own</source>
        <translation>Las tarjetas de las estaciones de trabajo tienen ventilador propio</translation>
    </message>
    <message>
        <source>Cards take no more slots than a place has</source>
        <translation>Las tarjetas no ocupan más ranuras de las que tiene una plaza</translation>
    </message>
    <message>
        <source>Chillers and coolers take the heat of the building&apos;s water</source>
        <translation>Las enfriadoras y los aerorrefrigeradores retiran el calor del agua del edificio</translation>
    </message>
    <message>
        <source>Clear height of the hall and outer height of the rack type</source>
        <translation>Altura libre de la sala y altura exterior del tipo de rack</translation>
    </message>
    <message>
        <source>Cold aisles are too narrow in {count} places</source>
        <translation>Los pasillos fríos son demasiado estrechos en {count} sitios</translation>
    </message>
    <message>
        <source>Cold aisles are wide enough</source>
        <translation>Los pasillos fríos son bastante anchos</translation>
    </message>
    <message>
        <source>Connectors go into each other</source>
        <translation>Los conectores encajan</translation>
    </message>
    <message>
        <source>Connectors of cables and sockets of devices</source>
        <translation>Conectores de los cables y tomas de los equipos</translation>
    </message>
    <message>
        <source>Connectors of cables, modules, panels and sockets</source>
        <translation>Conectores de cables, módulos, paneles y tomas</translation>
    </message>
    <message>
        <source>Contained aisles get as much air as their racks draw</source>
        <translation>Los pasillos cerrados reciben tanto aire como toman sus racks</translation>
    </message>
    <message>
        <source>Cooling of the card: passive boards want the air stream of a server</source>
        <translation>Refrigeración de la tarjeta: las pasivas necesitan la corriente de aire de un servidor</translation>
    </message>
    <message>
        <source>Cords fit the inlet and the outlet</source>
        <translation>Los cables encajan en la entrada y en la toma</translation>
    </message>
    <message>
        <source>Cords reach from the supply to their outlet</source>
        <translation>Los cables llegan de la fuente a su toma</translation>
    </message>
    <message>
        <source>Crate size of the type or site sheet: what packing adds; clear width and height of the doors</source>
        <translation>Embalaje del tipo o ficha del emplazamiento: lo que añade el embalaje; paso libre de las puertas</translation>
    </message>
    <message>
        <source>Crate size of the type or site sheet: what packing adds; clear width, height and corners of the routes</source>
        <translation>Embalaje del tipo o ficha del emplazamiento: lo que añade el embalaje; paso libre y esquinas de las rutas</translation>
    </message>
    <message>
        <source>Definitions of the site sheet</source>
        <translation>Definiciones de la ficha del emplazamiento</translation>
    </message>
    <message>
        <source>Delete the reservation</source>
        <translation>Eliminar la reserva</translation>
    </message>
    <message>
        <source>Delete {name}</source>
        <translation>Eliminar {name}</translation>
    </message>
    <message>
        <source>Delivery routes are free</source>
        <translation>Las rutas de entrega están libres</translation>
    </message>
    <message>
        <source>Depth of both devices and usable depth of the rack type</source>
        <translation>Fondo de ambos equipos y fondo útil del tipo de rack</translation>
    </message>
    <message>
        <source>Depth of the device and usable depth of the rack type</source>
        <translation>Fondo del equipo y fondo útil del tipo de rack</translation>
    </message>
    <message>
        <source>Depths are known</source>
        <translation>Los fondos se conocen</translation>
    </message>
    <message>
        <source>Devices are not deeper than their rack</source>
        <translation>Los equipos no tienen más fondo que su rack</translation>
    </message>
    <message>
        <source>Devices bear the air that reaches them</source>
        <translation>Los equipos soportan el aire que les llega</translation>
    </message>
    <message>
        <source>Devices draw air from the cold aisle</source>
        <translation>Los equipos toman aire del pasillo frío</translation>
    </message>
    <message>
        <source>Devices draw their air at the front or at the rear</source>
        <translation>Los equipos toman el aire por delante o por detrás</translation>
    </message>
    <message>
        <source>Devices get a voltage that their supplies take</source>
        <translation>Los equipos reciben una tensión que sus fuentes admiten</translation>
    </message>
    <message>
        <source>Devices have the width and unit height of their rack</source>
        <translation>Los equipos tienen la anchura y la altura de unidad de su rack</translation>
    </message>
    <message>
        <source>Devices of whole units start at a whole unit</source>
        <translation>Los equipos de unidades enteras empiezan en una unidad entera</translation>
    </message>
    <message>
        <source>Devices on opposite faces have room behind each other</source>
        <translation>Los equipos de caras opuestas caben uno tras otro</translation>
    </message>
    <message>
        <source>Devices stand inside the units of their rack</source>
        <translation>Los equipos están dentro de las unidades de su rack</translation>
    </message>
    <message>
        <source>Devices that need a lift stand where a lift reaches</source>
        <translation>Los equipos que requieren elevador están donde este llega</translation>
    </message>
    <message>
        <source>Devices with several links in a network hang on several switches</source>
        <translation>Los equipos con varios enlaces en una red cuelgan de varios conmutadores</translation>
    </message>
    <message>
        <source>Devices with several supplies run on when one feed or PDU is lost</source>
        <translation>Los equipos con varias fuentes siguen en marcha si se pierde un circuito o una PDU</translation>
    </message>
    <message>
        <source>Doors open</source>
        <translation>Las puertas se abren</translation>
    </message>
    <message>
        <source>Drop the exclusion</source>
        <translation>Quitar la exclusión</translation>
    </message>
    <message>
        <source>Ducts join the halls between which cables run</source>
        <translation>Las salas entre las que hay cables están unidas por canalizaciones</translation>
    </message>
    <message>
        <source>EIA-310-E (19-inch, 44.45 mm) and Open Rack V3 (21-inch, 48 mm)</source>
        <translation>EIA-310-E (19 pulgadas, 44,45 mm) y Open Rack V3 (21 pulgadas, 48 mm)</translation>
    </message>
    <message>
        <source>EIA-310-E: the holes of a rail repeat with every unit</source>
        <translation>EIA-310-E: los taladros de un riel se repiten en cada unidad</translation>
    </message>
    <message>
        <source>Each lane of a port carries one link</source>
        <translation>Cada carril de un puerto lleva un enlace</translation>
    </message>
    <message>
        <source>Each leaf carries the rails that it is for</source>
        <translation>Cada hoja lleva los carriles para los que está</translation>
    </message>
    <message>
        <source>Enough people are at hand to lift</source>
        <translation>Hay personas suficientes para levantar</translation>
    </message>
    <message>
        <source>Every CDU and air unit that stands somewhere is part of the cooling</source>
        <translation>Toda CDU y climatizadora colocada forma parte de la refrigeración</translation>
    </message>
    <message>
        <source>Every device has a place</source>
        <translation>Cada equipo tiene su sitio</translation>
    </message>
    <message>
        <source>Every feed feeds something</source>
        <translation>Cada circuito alimenta algo</translation>
    </message>
    <message>
        <source>Every rule can judge</source>
        <translation>Toda regla puede juzgar</translation>
    </message>
    <message>
        <source>Every supply of a device that is wired has a cord</source>
        <translation>Toda fuente de un equipo cableado tiene su cable</translation>
    </message>
    <message>
        <source>Every unit that needs a loop has one</source>
        <translation>Toda unidad que necesita un circuito lo tiene</translation>
    </message>
    <message>
        <source>Everything has a name</source>
        <translation>Todo tiene nombre</translation>
    </message>
    <message>
        <source>Exclusions have something to exclude</source>
        <translation>Las exclusiones tienen algo que excluir</translation>
    </message>
    <message>
        <source>Exclusions of the project</source>
        <translation>Exclusiones del proyecto</translation>
    </message>
    <message>
        <source>Facts of the type, or figures of the unit itself</source>
        <translation>Datos del tipo o cifras propias de la unidad</translation>
    </message>
    <message>
        <source>Facts of the workstation and of its cards</source>
        <translation>Datos de la estación de trabajo y de sus tarjetas</translation>
    </message>
    <message>
        <source>Facts of types, and what is chosen for cables; what is not known is judged by no limit</source>
        <translation>Datos de los modelos y lo elegido para los cables; lo que no se sabe no se juzga con ningún límite</translation>
    </message>
    <message>
        <source>Families of the types</source>
        <translation>Familias de los tipos</translation>
    </message>
    <message>
        <source>Fibre has modules at its cages, and other cables have none</source>
        <translation>La fibra tiene módulos en sus jaulas, y los demás cables no</translation>
    </message>
    <message>
        <source>Floor items of the project</source>
        <translation>Elementos de la planta del proyecto</translation>
    </message>
    <message>
        <source>Floor items of the project: clear width of the route</source>
        <translation>Elementos de la planta del proyecto: anchura libre de la ruta</translation>
    </message>
    <message>
        <source>Floor items of the project: the leaves of a door need the floor on both sides of it</source>
        <translation>Elementos de planta del proyecto: las hojas de una puerta necesitan el suelo a ambos lados de ella</translation>
    </message>
    <message>
        <source>Flow by data sheets; else P = q·ρ·c·ΔT of the coolant at the rise of the loop</source>
        <translation>Caudal según las hojas de datos; si no, P = q·ρ·c·ΔT del refrigerante con el calentamiento del circuito</translation>
    </message>
    <message>
        <source>Form factors: a cage takes older plugs of its family, no newer ones</source>
        <translation>Formatos: una jaula admite conectores más antiguos de su familia, no más nuevos</translation>
    </message>
    <message>
        <source>GPU Desk: a cable lies in a way from rack to rack</source>
        <translation>GPU Desk: un cable va por una vía de rack a rack</translation>
    </message>
    <message>
        <source>GPU Desk: an estimate at right angles above the racks</source>
        <translation>GPU Desk: una estimación en ángulo recto sobre los racks</translation>
    </message>
    <message>
        <source>GPU Desk: nobody knows how long a cable to another hall is without its way</source>
        <translation>GPU Desk: sin su vía nadie sabe cuánto mide un cable a otra sala</translation>
    </message>
    <message>
        <source>GPU i talks to rail i: NVIDIA DGX SuperPOD, and the map from ports to rails of the system</source>
        <translation>La GPU i habla con el carril i: NVIDIA DGX SuperPOD y el mapa de puertos a carriles del sistema</translation>
    </message>
    <message>
        <source>Generators and other alternates bear what they take over</source>
        <translation>Los generadores y demás alternativas soportan lo que asumen</translation>
    </message>
    <message>
        <source>Give {rack} one more feed and PDU like those that it has</source>
        <translation>Dar a {rack} un circuito y una PDU más, iguales a los que tiene</translation>
    </message>
    <message>
        <source>Give {rack} {count} more feeds and PDUs like those that it has</source>
        <translation>Dar a {rack} {count} circuitos y PDU más, iguales a los que tiene</translation>
    </message>
    <message>
        <source>Give {units} free</source>
        <translation>Liberar {units}</translation>
    </message>
    <message>
        <source>Go back to the default of {key}</source>
        <translation>Volver al valor de serie de {key}</translation>
    </message>
    <message>
        <source>Grades of the cables; reach and loss count by the weakest</source>
        <translation>Grados de los cables; alcance y pérdida cuentan por el más débil</translation>
    </message>
    <message>
        <source>Greatest coolant inlet by the type; the loop&apos;s supply, else the building&apos;s water and the approach of its CDU</source>
        <translation>Entrada máxima de líquido según el tipo; impulsión del circuito o, si no, agua del edificio más la aproximación de su CDU</translation>
    </message>
    <message>
        <source>HP Rack System/E manual, p. 18; site sheet: greatest height of the centre of gravity</source>
        <translation>Manual HP Rack System/E, p. 18; ficha del emplazamiento: altura máxima del centro de gravedad</translation>
    </message>
    <message>
        <source>Half-width devices say on which side they stand</source>
        <translation>Los equipos de media anchura dicen de qué lado están</translation>
    </message>
    <message>
        <source>Hall, or site sheet: load of one caster that the floor bears</source>
        <translation>Sala o ficha del emplazamiento: carga de una rueda que soporta el suelo</translation>
    </message>
    <message>
        <source>Hall, or site sheet: load that one point of the floor bears</source>
        <translation>Sala o ficha del emplazamiento: carga que soporta un punto del suelo</translation>
    </message>
    <message>
        <source>Hall, or site sheet: uniform and point load that the floor bears</source>
        <translation>Sala o ficha del emplazamiento: carga uniforme y puntual que soporta el suelo</translation>
    </message>
    <message>
        <source>Hall, or site sheet: uniform load that the floor bears</source>
        <translation>Sala o ficha del emplazamiento: carga uniforme que soporta el suelo</translation>
    </message>
    <message>
        <source>Hang trays above the rows</source>
        <translation>Colgar bandejas sobre las filas</translation>
    </message>
    <message>
        <source>Heat that liquid does not take stays in the room</source>
        <translation>El calor que no toma el líquido queda en la sala</translation>
    </message>
    <message>
        <source>Height of the rack type</source>
        <translation>Altura del tipo de rack</translation>
    </message>
    <message>
        <source>Heights of inlet and outlet in the rack, and the site sheet&apos;s allowance beside them</source>
        <translation>Alturas de entrada y toma en el rack, y el margen de la ficha del emplazamiento</translation>
    </message>
    <message>
        <source>Hot aisles are too narrow in {count} places</source>
        <translation>Los pasillos calientes son demasiado estrechos en {count} sitios</translation>
    </message>
    <message>
        <source>Hot aisles are wide enough</source>
        <translation>Los pasillos calientes son bastante anchos</translation>
    </message>
    <message>
        <source>How the type is held</source>
        <translation>Modo de sujeción del tipo</translation>
    </message>
    <message>
        <source>IEC 60320: which plug and connector go into which outlet and inlet</source>
        <translation>IEC 60320: qué clavija y conector van en qué toma y entrada</translation>
    </message>
    <message>
        <source>In {count} halls cables run where no way is</source>
        <translation>En {count} salas hay cables donde no hay vía</translation>
    </message>
    <message>
        <source>In {count} halls the lengths of cables are estimates</source>
        <translation>En {count} salas las longitudes de los cables son estimaciones</translation>
    </message>
    <message>
        <source>In {name} no way joins both ends of {count} cables; their lengths are estimates.</source>
        <translation>En {name} ninguna vía une ambos extremos de {count} cables; sus longitudes son estimaciones.</translation>
    </message>
    <message>
        <source>Inlet temperatures of the type, else the class of ASHRAE TC 9.9 of the site sheet, less with altitude</source>
        <translation>Temperaturas de entrada del tipo o, si no, la clase ASHRAE TC 9.9 de la ficha del emplazamiento, menor con la altitud</translation>
    </message>
    <message>
        <source>Inlets of the type</source>
        <translation>Entradas del tipo</translation>
    </message>
    <message>
        <source>Input voltage of the type within 10 % (IEC 60038)</source>
        <translation>Tensión de entrada del tipo, con un margen del 10 % (IEC 60038)</translation>
    </message>
    <message>
        <source>Jackets have the fire class of the site</source>
        <translation>Las cubiertas tienen la clase de fuego del emplazamiento</translation>
    </message>
    <message>
        <source>Labels and work orders name halls</source>
        <translation>Etiquetas y órdenes de trabajo nombran las salas</translation>
    </message>
    <message>
        <source>Labels and work orders name racks</source>
        <translation>Etiquetas y órdenes de trabajo nombran los racks</translation>
    </message>
    <message>
        <source>Labels and work orders name rows</source>
        <translation>Etiquetas y órdenes de trabajo nombran las filas</translation>
    </message>
    <message>
        <source>Labels, address plans and monitoring name devices</source>
        <translation>Etiquetas, planes de direcciones y monitores nombran los equipos</translation>
    </message>
    <message>
        <source>Lanes at both ends of the cables</source>
        <translation>Carriles en los dos extremos de los cables</translation>
    </message>
    <message>
        <source>Leaves are over-subscribed no more than planned</source>
        <translation>Las hojas no tienen más sobresuscripción que la prevista</translation>
    </message>
    <message>
        <source>Leaves have the same number of links to each of their spines</source>
        <translation>Las hojas tienen los mismos enlaces con cada una de sus espinas</translation>
    </message>
    <message>
        <source>Length × attenuation + matings in panels, against the least budget of modules and standards</source>
        <translation>Longitud × atenuación + uniones en paneles, frente al menor presupuesto de módulos y normas</translation>
    </message>
    <message>
        <source>Let {device} stand on the left</source>
        <translation>Dejar {device} a la izquierda</translation>
    </message>
    <message>
        <source>Let {name} cool its hall</source>
        <translation>Asignar {name} a su sala</translation>
    </message>
    <message>
        <source>Links are no longer than they reach</source>
        <translation>Los enlaces no son más largos que su alcance</translation>
    </message>
    <message>
        <source>Links give the rate that their network asks for</source>
        <translation>Los enlaces dan la tasa que pide su red</translation>
    </message>
    <message>
        <source>Links lose no more than their optics bear</source>
        <translation>Los enlaces no pierden más de lo que admite su óptica</translation>
    </message>
    <message>
        <source>Links of the leaf downwards and upwards, against the ports that the network says, else 1 : 1</source>
        <translation>Enlaces de la hoja hacia abajo y hacia arriba, frente a los puertos que dice la red, o 1 : 1</translation>
    </message>
    <message>
        <source>Loops are as cold as the devices on them ask for</source>
        <translation>Los circuitos están tan fríos como piden sus equipos</translation>
    </message>
    <message>
        <source>Loops move as much liquid as devices ask for</source>
        <translation>Los circuitos mueven tanto líquido como piden los equipos</translation>
    </message>
    <message>
        <source>Maximum power of the type against the rating of the supplies that it needs</source>
        <translation>Potencia máxima del tipo frente a la de las fuentes que necesita</translation>
    </message>
    <message>
        <source>Modules and cables are of one medium</source>
        <translation>Módulos y cables son de un mismo medio</translation>
    </message>
    <message>
        <source>Mount {device} on the front</source>
        <translation>Montar {device} en la cara frontal</translation>
    </message>
    <message>
        <source>Mount {device} on the rear</source>
        <translation>Montar {device} en la cara trasera</translation>
    </message>
    <message>
        <source>Mounting kits reach from the front to the rear rails</source>
        <translation>Los kits de montaje llegan de los rieles delanteros a los traseros</translation>
    </message>
    <message>
        <source>Move {device} to bay {bay}</source>
        <translation>Mover {device} a la bahía {bay}</translation>
    </message>
    <message>
        <source>Move {device} to {unit}</source>
        <translation>Mover {device} a {unit}</translation>
    </message>
    <message>
        <source>Move {name} inside</source>
        <translation>Mover {name} adentro</translation>
    </message>
    <message>
        <source>Multi-mode, single-mode or copper; NVIDIA has no multi-mode module of 200 Gb/s a lane</source>
        <translation>Multimodo, monomodo o cobre; NVIDIA no tiene módulos multimodo de 200 Gb/s por carril</translation>
    </message>
    <message>
        <source>NEC 210.20(A)</source>
        <translation>NEC 210.20(A)</translation>
    </message>
    <message>
        <source>NEMA and CS plugs belong to North America; IEC 60309 is made in both regions&apos; ratings</source>
        <translation>Las clavijas NEMA y CS son de Norteamérica; IEC 60309 se hace con los calibres de ambas regiones</translation>
    </message>
    <message>
        <source>NVIDIA Interconnect Structured Cabling Requirements: modules and trunks with pins, cords without</source>
        <translation>NVIDIA, requisitos de cableado estructurado: módulos y troncales con pines, latiguillos sin ellos</translation>
    </message>
    <message>
        <source>NVIDIA Interconnect Structured Cabling Requirements; TIA-568.3-E as told by Siemon</source>
        <translation>NVIDIA, requisitos de cableado estructurado; TIA-568.3-E según Siemon</translation>
    </message>
    <message>
        <source>NVIDIA: finned tops for air-cooled switches, flat ones for adapters, DGX and liquid-cooled switches</source>
        <translation>NVIDIA: módulos con aletas para conmutadores refrigerados por aire; planos para adaptadores, DGX y conmutadores refrigerados por líquido</translation>
    </message>
    <message>
        <source>NVIDIA: modules whose wavelengths share one fibre (FR4, LR4) cannot be split</source>
        <translation>NVIDIA: los módulos cuyas longitudes de onda comparten una fibra (FR4, LR4) no se pueden dividir</translation>
    </message>
    <message>
        <source>Networks of the project, and the cables that were laid for them</source>
        <translation>Redes del proyecto y los cables tendidos para ellas</translation>
    </message>
    <message>
        <source>No asset number is used twice</source>
        <translation>Ningún número de activo se repite</translation>
    </message>
    <message>
        <source>No bank of a PDU carries more than its breaker bears for long</source>
        <translation>Ningún banco de una PDU lleva más de lo que su interruptor soporta de forma continua</translation>
    </message>
    <message>
        <source>No device holds itself</source>
        <translation>Ningún equipo se contiene a sí mismo</translation>
    </message>
    <message>
        <source>No line of a feed or PDU carries more than its breaker bears for long</source>
        <translation>Ninguna fase de un circuito o una PDU lleva más de lo que su interruptor soporta de forma continua</translation>
    </message>
    <message>
        <source>No serial number is used twice</source>
        <translation>Ningún número de serie se repite</translation>
    </message>
    <message>
        <source>No two devices have one name</source>
        <translation>No hay dos equipos con el mismo nombre</translation>
    </message>
    <message>
        <source>No two devices take the same units of one face</source>
        <translation>No hay dos equipos en las mismas unidades de una cara</translation>
    </message>
    <message>
        <source>No two halls have one name</source>
        <translation>No hay dos salas con el mismo nombre</translation>
    </message>
    <message>
        <source>No two racks of a hall have one name</source>
        <translation>No hay dos racks de una sala con el mismo nombre</translation>
    </message>
    <message>
        <source>No two rows of a hall have one name</source>
        <translation>No hay dos filas de una sala con el mismo nombre</translation>
    </message>
    <message>
        <source>Nothing is built before what it stands in</source>
        <translation>Nada se monta antes que aquello en lo que va</translation>
    </message>
    <message>
        <source>Nothing stands in anything else on the floor</source>
        <translation>Nada se solapa en el suelo</translation>
    </message>
    <message>
        <source>Nothing stands on columns, obstacles or keep-out areas</source>
        <translation>Nada está sobre pilares, obstáculos o zonas que deben quedar libres</translation>
    </message>
    <message>
        <source>Of the links of {count} devices something is not known</source>
        <translation>De los enlaces de {count} equipos falta saber algo</translation>
    </message>
    <message>
        <source>On which line each outlet of {model} lies is not published: what {count} of them carry counts as even over three lines.</source>
        <translation>No está publicado en qué línea está cada salida de {model}: lo que llevan {count} de ellas cuenta como repartido por igual entre tres líneas.</translation>
    </message>
    <message>
        <source>One caster of {device} bears {value} on its way in; the floor bears {limit} rolling.</source>
        <translation>Una rueda de {device} carga {value} al entrar; el suelo soporta {limit} rodando.</translation>
    </message>
    <message>
        <source>One caster of {rack} bears {value} on its way in; the floor bears {limit} rolling.</source>
        <translation>Una rueda de {rack} carga {value} al entrar; el suelo soporta {limit} rodando.</translation>
    </message>
    <message>
        <source>One foot of {device} bears {value}; a point of the floor bears {limit}.</source>
        <translation>Una pata de {device} carga {value}; un punto del suelo soporta {limit}.</translation>
    </message>
    <message>
        <source>One foot of {rack} bears {value}; a point of the floor bears {limit}.</source>
        <translation>Una pata de {rack} carga {value}; un punto del suelo soporta {limit}.</translation>
    </message>
    <message>
        <source>One side of {rack} has {places} vertical places for {count} devices.</source>
        <translation>Un lado de {rack} tiene menos huecos verticales ({places}) que equipos ({count}).</translation>
    </message>
    <message>
        <source>Only optics that can be split are split</source>
        <translation>Solo se divide la óptica que se puede dividir</translation>
    </message>
    <message>
        <source>Only what is made for racks stands in their units</source>
        <translation>En las unidades solo va lo hecho para racks</translation>
    </message>
    <message>
        <source>Optical standards, wavelengths and coding of the modules</source>
        <translation>Normas ópticas, longitudes de onda y codificación de los módulos</translation>
    </message>
    <message>
        <source>Outer width and depth of the types</source>
        <translation>Anchura y fondo exteriores de los tipos</translation>
    </message>
    <message>
        <source>Outlets, lines and breakers of PDUs are known</source>
        <translation>Se conocen las salidas, líneas e interruptores de las PDU</translation>
    </message>
    <message>
        <source>PCIe lanes of the processors and of the cards</source>
        <translation>Líneas PCIe de los procesadores y de las tarjetas</translation>
    </message>
    <message>
        <source>PDUs get the voltage for which they are made</source>
        <translation>Las PDU reciben la tensión para la que están hechas</translation>
    </message>
    <message>
        <source>PDUs have plugs of the region</source>
        <translation>Las PDU llevan clavijas de la región</translation>
    </message>
    <message>
        <source>Panels, busways, UPS and sources bear what hangs on them</source>
        <translation>Cuadros, canalizaciones, SAI y acometidas soportan lo que cuelga de ellos</translation>
    </message>
    <message>
        <source>Pins meet holes</source>
        <translation>Los pines entran en orificios</translation>
    </message>
    <message>
        <source>Planned networks have cables</source>
        <translation>Las redes previstas tienen cables</translation>
    </message>
    <message>
        <source>Plugs and cables have room behind devices</source>
        <translation>Enchufes y cables caben detrás de los equipos</translation>
    </message>
    <message>
        <source>Plugs go into their cages and work there</source>
        <translation>Los conectores entran en sus jaulas y funcionan en ellas</translation>
    </message>
    <message>
        <source>Plugs of PDUs go into the receptacles of their feeds</source>
        <translation>Las clavijas de las PDU encajan en las tomas de sus circuitos</translation>
    </message>
    <message>
        <source>Ports of the type for the network, or the links that a stage of the network gives each device</source>
        <translation>Puertos del modelo para la red, o los enlaces que una etapa de la red da a cada equipo</translation>
    </message>
    <message>
        <source>Ports of the types at both ends</source>
        <translation>Puertos de los modelos en los dos extremos</translation>
    </message>
    <message>
        <source>Ports that a network asks for have a cable</source>
        <translation>Los puertos que pide una red tienen cable</translation>
    </message>
    <message>
        <source>Power connectors of the card and of the workstation, where both name them</source>
        <translation>Conectores eléctricos de la tarjeta y de la estación de trabajo, donde ambos se dicen</translation>
    </message>
    <message>
        <source>Power supplies are as large as the makers of cards advise</source>
        <translation>Las fuentes son tan grandes como aconsejan los fabricantes de las tarjetas</translation>
    </message>
    <message>
        <source>Power supplies of workstations bear the whole load</source>
        <translation>Las fuentes de las estaciones de trabajo soportan toda la carga</translation>
    </message>
    <message>
        <source>Power supply advised for the card; each further card adds its maximum power</source>
        <translation>Fuente aconsejada para la tarjeta; cada tarjeta más suma su potencia máxima</translation>
    </message>
    <message>
        <source>Powers are known</source>
        <translation>Las potencias se conocen</translation>
    </message>
    <message>
        <source>Processors have PCIe lanes for all cards</source>
        <translation>Los procesadores tienen líneas PCIe para todas las tarjetas</translation>
    </message>
    <message>
        <source>Pumps move as much of the building&apos;s water as units ask for</source>
        <translation>Las bombas mueven tanta agua del edificio como piden las unidades</translation>
    </message>
    <message>
        <source>Put {device} on the left</source>
        <translation>Poner {device} a la izquierda</translation>
    </message>
    <message>
        <source>Put {device} on the right</source>
        <translation>Poner {device} a la derecha</translation>
    </message>
    <message>
        <source>Racks are heavy at the bottom</source>
        <translation>Los racks pesan más abajo</translation>
    </message>
    <message>
        <source>Racks are not higher than their hall</source>
        <translation>Los racks no son más altos que su sala</translation>
    </message>
    <message>
        <source>Racks bear what stands in them</source>
        <translation>Los racks soportan lo que contienen</translation>
    </message>
    <message>
        <source>Racks draw no more than the site gives them</source>
        <translation>Los racks no consumen más de lo que les da el emplazamiento</translation>
    </message>
    <message>
        <source>Racks have their vertical places at the rear, behind the units</source>
        <translation>Los racks tienen sus huecos verticales detrás, tras las unidades</translation>
    </message>
    <message>
        <source>Racks have units</source>
        <translation>Los racks tienen unidades</translation>
    </message>
    <message>
        <source>Racks need no aisle to be borne</source>
        <translation>Los racks no necesitan los pasillos para sostenerse</translation>
    </message>
    <message>
        <source>Racks stand firm when they are tilted</source>
        <translation>Los racks no vuelcan al inclinarse</translation>
    </message>
    <message>
        <source>Racks stand inside their hall</source>
        <translation>Los racks están dentro de su sala</translation>
    </message>
    <message>
        <source>Racks that are moved loaded bear it on their casters</source>
        <translation>Los racks que se mueven cargados lo soportan en sus ruedas</translation>
    </message>
    <message>
        <source>Rail {rail} of {node} ends on {leaf}, the leaf of rail {other}.</source>
        <translation>El carril {rail} de {node} termina en {leaf}, la hoja del carril {other}.</translation>
    </message>
    <message>
        <source>Range of the mounting kit and rail distance of the rack</source>
        <translation>Alcance del kit de montaje y distancia entre rieles del rack</translation>
    </message>
    <message>
        <source>Rates of ports, modules and plugs against that of the network, or the slower port without one</source>
        <translation>Tasas de puertos, módulos y conectores frente a la de la red, o a la del puerto más lento si no la hay</translation>
    </message>
    <message>
        <source>Rating of one supply of the device, and the power that counts against limits</source>
        <translation>Potencia de una fuente del equipo, y la potencia que cuenta frente a los límites</translation>
    </message>
    <message>
        <source>Rating of the breaker, derated, or of the generator; what hangs on the lost part changes over whole</source>
        <translation>Calibre del interruptor, corregido, o potencia del generador; lo que cuelga de la parte perdida conmuta entero</translation>
    </message>
    <message>
        <source>Rating of the breaker, derated; the supplies that live share the load alike</source>
        <translation>Calibre del interruptor, reducido; las fuentes que quedan reparten la carga por igual</translation>
    </message>
    <message>
        <source>Rear doors take the heat of their racks</source>
        <translation>Las puertas traseras retiran el calor de sus racks</translation>
    </message>
    <message>
        <source>Receptacle of the feed and input plug of the type</source>
        <translation>Toma del circuito y clavija de entrada del tipo</translation>
    </message>
    <message>
        <source>Redundancy of the air or loop as declared: the units that do most are lost, of 2N each side</source>
        <translation>Redundancia declarada del aire o del circuito: se pierden las unidades mayores; en 2N, cada lado</translation>
    </message>
    <message>
        <source>Rename it to {name}</source>
        <translation>Cambiar su nombre a {name}</translation>
    </message>
    <message>
        <source>Reservations of the project</source>
        <translation>Reservas del proyecto</translation>
    </message>
    <message>
        <source>Reserved units are units of the rack</source>
        <translation>Las unidades reservadas son unidades del rack</translation>
    </message>
    <message>
        <source>Reserved units stay free</source>
        <translation>Las unidades reservadas siguen libres</translation>
    </message>
    <message>
        <source>Rolling load of the rack type; site sheet: racks are rolled into place loaded</source>
        <translation>Carga rodante del tipo de rack; ficha del emplazamiento: los racks se trasladan cargados</translation>
    </message>
    <message>
        <source>Rule of the device&apos;s power supplies</source>
        <translation>Regla de las fuentes del equipo</translation>
    </message>
    <message>
        <source>Set the rails of {rack} {distance} apart</source>
        <translation>Poner los rieles de {rack} a {distance}</translation>
    </message>
    <message>
        <source>Set the share of a breaker for continuous load to 0.8</source>
        <translation>Fijar en 0,8 la fracción de un interruptor para carga continua</translation>
    </message>
    <message>
        <source>Share of the heat that liquid takes, by the type</source>
        <translation>Parte del calor que toma el líquido, según el tipo</translation>
    </message>
    <message>
        <source>Share of the rack width of the type</source>
        <translation>Parte del ancho del rack que ocupa el tipo</translation>
    </message>
    <message>
        <source>Site sheet: free depth behind a device</source>
        <translation>Ficha del emplazamiento: fondo libre tras un equipo</translation>
    </message>
    <message>
        <source>Site sheet: free floor before a rack</source>
        <translation>Ficha del emplazamiento: suelo libre delante de un rack</translation>
    </message>
    <message>
        <source>Site sheet: free floor behind a rack</source>
        <translation>Ficha del emplazamiento: suelo libre detrás de un rack</translation>
    </message>
    <message>
        <source>Site sheet: greatest power of a rack, by the power that counts against limits</source>
        <translation>Ficha del emplazamiento: potencia máxima de un rack, según la potencia que cuenta para los límites</translation>
    </message>
    <message>
        <source>Site sheet: highest unit at which a device may start that needs a lift</source>
        <translation>Ficha del emplazamiento: unidad más alta en que puede empezar un equipo que necesita elevador</translation>
    </message>
    <message>
        <source>Site sheet: least width of a cold aisle</source>
        <translation>Ficha del emplazamiento: anchura mínima de un pasillo frío</translation>
    </message>
    <message>
        <source>Site sheet: least width of a hot aisle</source>
        <translation>Ficha del emplazamiento: anchura mínima de un pasillo caliente</translation>
    </message>
    <message>
        <source>Site sheet: wall circuit of a workstation; in North America 80 % of its breaker for long (NEC)</source>
        <translation>Ficha del emplazamiento: circuito mural de una estación de trabajo; en Norteamérica, el 80 % de su interruptor de forma continua (NEC)</translation>
    </message>
    <message>
        <source>Something cools the air of every rack</source>
        <translation>Algo refrigera el aire de cada rack</translation>
    </message>
    <message>
        <source>Spine rule that all published DGX SuperPOD tables hold: as many links from every leaf to every spine</source>
        <translation>Regla de espinas de todas las tablas publicadas de DGX SuperPOD: los mismos enlaces de cada hoja a cada espina</translation>
    </message>
    <message>
        <source>Static load of the rack type</source>
        <translation>Carga estática del tipo de rack</translation>
    </message>
    <message>
        <source>Strands followed through cords, trunks, adapters and cassettes by TIA-568.3</source>
        <translation>Fibras seguidas por latiguillos, troncales, adaptadores y casetes según TIA-568.3</translation>
    </message>
    <message>
        <source>Sums of power leave out what is not known; site sheet: power that counts against limits</source>
        <translation>Las sumas de potencia omiten lo que se desconoce; ficha del emplazamiento: potencia que cuenta para los límites</translation>
    </message>
    <message>
        <source>Sums of weight leave out what is not known</source>
        <translation>Las sumas de peso omiten lo que se desconoce</translation>
    </message>
    <message>
        <source>Supply voltage of the type; a single nominal voltage holds within 10 % (IEC 60038)</source>
        <translation>Tensión de alimentación del tipo; una tensión nominal única vale con un margen del 10 % (IEC 60038)</translation>
    </message>
    <message>
        <source>TIA-569 as quoted by Bonetray: round cables leave gaps</source>
        <translation>TIA-569, citado por Bonetray: los cables redondos dejan huecos</translation>
    </message>
    <message>
        <source>TIA-569 as quoted by Bonetray; a way may say a limit of its own</source>
        <translation>TIA-569, citado por Bonetray; una vía puede indicar su propio límite</translation>
    </message>
    <message>
        <source>Take a cable of {length}</source>
        <translation>Tomar un cable de {length}</translation>
    </message>
    <message>
        <source>Take {model} instead</source>
        <translation>Usar {model} en su lugar</translation>
    </message>
    <message>
        <source>The airflow of {name} is not known; it counts as enough.</source>
        <translation>No se conoce el caudal de aire de {name}; se da por suficiente.</translation>
    </message>
    <message>
        <source>The breakers of {model} are not published: the banks of {count} of them are judged by no limit.</source>
        <translation>Los interruptores de {model} no están publicados: los bancos de {count} de ellas no se juzgan por ningún límite.</translation>
    </message>
    <message>
        <source>The cable between {one} and {other} is {length} long; its way takes {needed}.</source>
        <translation>El cable entre {one} y {other} mide {length}; su recorrido pide {needed}.</translation>
    </message>
    <message>
        <source>The cable between {one} and {other} takes {length} where the walk is {walk}.</source>
        <translation>El cable entre {one} y {other} necesita {length} donde el paseo es de {walk}.</translation>
    </message>
    <message>
        <source>The cables in the cage of {port} name different modules or plugs.</source>
        <translation>Los cables de la jaula de {port} nombran módulos o conectores distintos.</translation>
    </message>
    <message>
        <source>The capacity of {name} is not known; it counts as enough.</source>
        <translation>No se conoce la capacidad de {name}; se da por suficiente.</translation>
    </message>
    <message>
        <source>The cards of {model} take {found} PCIe lanes; its processors have {required}.</source>
        <translation>Las tarjetas de {model} toman {found} líneas PCIe; sus procesadores tienen {required}.</translation>
    </message>
    <message>
        <source>The centre of gravity of {rack} lies at {value}, above {limit}: put the heavy devices lower.</source>
        <translation>El centro de gravedad de {rack} está a {value}, por encima de {limit}: los equipos pesados deben ir más abajo.</translation>
    </message>
    <message>
        <source>The cold aisle between {first} and {second} is {width} wide; {wanted} is wanted.</source>
        <translation>El pasillo frío entre {first} y {second} mide {width} de ancho; se pide {wanted}.</translation>
    </message>
    <message>
        <source>The cord of {name} does not fit what it is plugged into at {source}.</source>
        <translation>El cable de {name} no encaja donde está enchufado en {source}.</translation>
    </message>
    <message>
        <source>The depth of devices on opposite faces is known</source>
        <translation>El fondo de los equipos de caras opuestas se conoce</translation>
    </message>
    <message>
        <source>The depth of {count} types is not known</source>
        <translation>No se conoce el fondo de {count} tipos</translation>
    </message>
    <message>
        <source>The depth of {model} is not known: {count} of them are taken for as deep as their rack.</source>
        <translation>Se desconoce el fondo de {model}: para {count} se toma el de su rack.</translation>
    </message>
    <message>
        <source>The devices on {name} draw {load} and its units blow {able}.</source>
        <translation>Los equipos de {name} toman {load} y sus unidades impulsan {able}.</translation>
    </message>
    <message>
        <source>The excluded problem {finding} no longer exists.</source>
        <translation>El problema excluido {finding} ya no existe.</translation>
    </message>
    <message>
        <source>The fire class that the site sheet asks for: EN 50575 in Europe, NEC 770 and 800 in North America</source>
        <translation>La clase de fuego que pide la hoja del emplazamiento: EN 50575 en Europa, NEC 770 y 800 en Norteamérica</translation>
    </message>
    <message>
        <source>The floor bears racks spread over their share of the aisles</source>
        <translation>El suelo soporta los racks repartidos sobre su parte de los pasillos</translation>
    </message>
    <message>
        <source>The floor bears the casters of racks on their way in</source>
        <translation>El suelo soporta las ruedas de los racks al entrar</translation>
    </message>
    <message>
        <source>The floor bears the casters of what comes without a rack</source>
        <translation>El suelo soporta las ruedas de lo que llega sin rack</translation>
    </message>
    <message>
        <source>The floor bears the worst foot of a rack</source>
        <translation>El suelo soporta la peor pata de un rack</translation>
    </message>
    <message>
        <source>The floor bears what stands on it without a rack</source>
        <translation>El suelo soporta lo que va sobre él sin rack</translation>
    </message>
    <message>
        <source>The flow of {name} is not known; it counts as enough.</source>
        <translation>No se conoce el caudal de {name}; se da por suficiente.</translation>
    </message>
    <message>
        <source>The hot aisle between {first} and {second} is {width} wide; {wanted} is wanted.</source>
        <translation>El pasillo caliente entre {first} y {second} mide {width} de ancho; se pide {wanted}.</translation>
    </message>
    <message>
        <source>The least of module, optical standard, cabling rule of the maker and greatest length of the cable</source>
        <translation>Lo menor entre módulo, norma óptica, regla de cableado del fabricante y longitud máxima del cable</translation>
    </message>
    <message>
        <source>The lengths of cables come from ways that are drawn</source>
        <translation>Las longitudes de los cables salen de vías dibujadas</translation>
    </message>
    <message>
        <source>The load that its maker states for a way</source>
        <translation>La carga que el fabricante indica para la vía</translation>
    </message>
    <message>
        <source>The outlets of {model} are not published: cords hang on {count} of them in no outlet that is known.</source>
        <translation>Las salidas de {model} no están publicadas: los cables de {count} de ellas no van a ninguna salida conocida.</translation>
    </message>
    <message>
        <source>The power of {count} types is not known</source>
        <translation>No se conoce la potencia de {count} tipos</translation>
    </message>
    <message>
        <source>The power of {model} is not known: {count} of them are in no sum.</source>
        <translation>Se desconoce la potencia de {model}: {count} sin sumar.</translation>
    </message>
    <message>
        <source>The power of {model} that counts against limits is not known, only {known} by another name: {count} of them are in no sum.</source>
        <translation>No se conoce la potencia de {model} que cuenta frente a los límites, solo {known} con otro nombre: {count} de ellos no están en ninguna suma.</translation>
    </message>
    <message>
        <source>The power shelves that are left bear their rack</source>
        <translation>Las bandejas de alimentación que quedan aguantan su rack</translation>
    </message>
    <message>
        <source>The power supplies of {count} types of workstation are too small</source>
        <translation>Las fuentes de {count} tipos de estación de trabajo se quedan cortas</translation>
    </message>
    <message>
        <source>The racks at {name} move {needed}; row coolers there move {row} and the room adds {room}.</source>
        <translation>Los racks de {name} mueven {needed}; las unidades de fila mueven ahí {row} y la sala añade {room}.</translation>
    </message>
    <message>
        <source>The rails of {rack} are {distance} apart; kits in it need at least {limit}: {devices}.</source>
        <translation>Los rieles de {rack} distan {distance}; sus kits necesitan como mínimo {limit}: {devices}.</translation>
    </message>
    <message>
        <source>The rails of {rack} are {distance} apart; kits in it take at most {limit}: {devices}.</source>
        <translation>Los rieles de {rack} distan {distance}; sus kits admiten como máximo {limit}: {devices}.</translation>
    </message>
    <message>
        <source>The rear door of {rack} takes {takes} of {gets}; {rest} go to the room.</source>
        <translation>La puerta trasera de {rack} retira {takes} de {gets}; {rest} pasan a la sala.</translation>
    </message>
    <message>
        <source>The rule {rule} failed and judges nothing; this is a defect of the program ({reason}).</source>
        <translation>La regla {rule} ha fallado y no juzga nada; es un defecto del programa ({reason}).</translation>
    </message>
    <message>
        <source>The site sheet holds values that can be</source>
        <translation>La ficha del emplazamiento tiene valores posibles</translation>
    </message>
    <message>
        <source>The site sheet lets breakers bear {given} of their rating for long; NEC 210.20(A) says {wanted}.</source>
        <translation>La ficha del emplazamiento deja que los interruptores soporten de forma continua el {given} de su calibre; NEC 210.20(A) dice {wanted}.</translation>
    </message>
    <message>
        <source>The site sheet says {line} between lines and {phase} to neutral; with three phases it is {wanted}.</source>
        <translation>La ficha del emplazamiento dice {line} entre fases y {phase} a neutro; con tres fases son {wanted}.</translation>
    </message>
    <message>
        <source>The static load of racks is known</source>
        <translation>La carga estática de los racks se conoce</translation>
    </message>
    <message>
        <source>The stock list of the project: what is marked “stock only” cannot be ordered</source>
        <translation>La lista de existencias del proyecto: lo marcado «solo existencias» no se puede pedir</translation>
    </message>
    <message>
        <source>The tops of plugs suit their cages</source>
        <translation>La parte superior de los conectores conviene a sus jaulas</translation>
    </message>
    <message>
        <source>The units on {name} ask for {load} and {able} are moved.</source>
        <translation>Las unidades de {name} piden {load} y se mueven {able}.</translation>
    </message>
    <message>
        <source>The usable depth of racks is known</source>
        <translation>El fondo útil de los racks se conoce</translation>
    </message>
    <message>
        <source>The usable depth of {count} types of rack is not known</source>
        <translation>No se conoce el fondo útil de {count} tipos de rack</translation>
    </message>
    <message>
        <source>The usable depth of {model} is not known: devices in {count} racks are not judged by depth.</source>
        <translation>Se desconoce el fondo útil de {model}: racks sin evaluar por fondo: {count}.</translation>
    </message>
    <message>
        <source>The voltages of the site sheet belong together</source>
        <translation>Las tensiones de la ficha del emplazamiento casan entre sí</translation>
    </message>
    <message>
        <source>The wall circuit bears a workstation</source>
        <translation>El circuito mural soporta una estación de trabajo</translation>
    </message>
    <message>
        <source>The way along the drawn trays less the walk at right angles between the racks</source>
        <translation>El recorrido por las bandejas dibujadas menos el paseo en ángulo recto entre los racks</translation>
    </message>
    <message>
        <source>The weight of {count} types is not known</source>
        <translation>No se conoce el peso de {count} tipos</translation>
    </message>
    <message>
        <source>The weight of {model} is not known: {count} of them are in no sum.</source>
        <translation>Se desconoce el peso de {model}: {count} sin sumar.</translation>
    </message>
    <message>
        <source>There are fibres and lanes enough for a link</source>
        <translation>Hay fibras y carriles bastantes para un enlace</translation>
    </message>
    <message>
        <source>There is room to work before racks</source>
        <translation>Hay sitio para trabajar delante de los racks</translation>
    </message>
    <message>
        <source>There is room to work behind racks</source>
        <translation>Hay sitio para trabajar detrás de los racks</translation>
    </message>
    <message>
        <source>Three phases: √3 between line and neutral; split phase: 2</source>
        <translation>Trifásica: √3 entre fase y neutro; fase partida: 2</translation>
    </message>
    <message>
        <source>Tilt test of IEC 62368-1; site sheet: tilt that a rack must stand</source>
        <translation>Ensayo de inclinación de IEC 62368-1; ficha del emplazamiento: inclinación que debe aguantar un rack</translation>
    </message>
    <message>
        <source>Two bodies cannot be in one place</source>
        <translation>Dos cuerpos no pueden ocupar el mismo sitio</translation>
    </message>
    <message>
        <source>Two cables end in {port}.</source>
        <translation>Dos cables terminan en {port}.</translation>
    </message>
    <message>
        <source>Two fibres a lane of parallel optics; lanes of the ports</source>
        <translation>Dos fibras por carril en óptica paralela; carriles de los puertos</translation>
    </message>
    <message>
        <source>Type, or site sheet: greatest weight that one person lifts</source>
        <translation>El tipo, o la ficha del emplazamiento: peso máximo que levanta una persona</translation>
    </message>
    <message>
        <source>Type, or site sheet: greatest weight that people lift together</source>
        <translation>El tipo, o la ficha del emplazamiento: peso máximo que se levanta entre varios</translation>
    </message>
    <message>
        <source>Units without a compressor of their own give their heat to water or to the room</source>
        <translation>Las unidades sin compresor propio ceden su calor al agua o a la sala</translation>
    </message>
    <message>
        <source>Until devices are capped after the loss of {name}, what is left bears {bears} for {total}: {percent}. {other} carries {current} on a line; its breaker lets {limit} through.</source>
        <translation>Hasta que los equipos se limitan tras perder {name}, lo que queda soporta {bears} para {total}: {percent}. {other} lleva {current} en una línea; su interruptor deja pasar {limit}.</translation>
    </message>
    <message>
        <source>Vertical devices stand at the rear, left or right</source>
        <translation>Los equipos verticales van detrás, a izquierda o derecha</translation>
    </message>
    <message>
        <source>Vertical places a side of the rack type</source>
        <translation>Huecos verticales por lado del tipo de rack</translation>
    </message>
    <message>
        <source>Vertical places beside the units are enough</source>
        <translation>Los huecos verticales junto a las unidades bastan</translation>
    </message>
    <message>
        <source>Ways bear the weight of their cables</source>
        <translation>Las vías soportan el peso de sus cables</translation>
    </message>
    <message>
        <source>Ways bend no tighter than their cables may</source>
        <translation>Las vías no se curvan más de lo que admiten sus cables</translation>
    </message>
    <message>
        <source>Ways for cables are filled no more than planned</source>
        <translation>Las vías de cables no se ocupan más de lo previsto</translation>
    </message>
    <message>
        <source>Ways hold the cables that are to lie in them</source>
        <translation>Los cables caben en sus vías</translation>
    </message>
    <message>
        <source>Ways join the racks between which cables run</source>
        <translation>Las vías unen los racks entre los que hay cables</translation>
    </message>
    <message>
        <source>Ways that are drawn, ports in the racks, and the slack of the site sheet</source>
        <translation>Vías dibujadas, puertos en los racks y la holgura de la hoja del emplazamiento</translation>
    </message>
    <message>
        <source>Weights are known</source>
        <translation>Los pesos se conocen</translation>
    </message>
    <message>
        <source>What cannot be ordered any more is enough</source>
        <translation>Lo que ya no se puede pedir alcanza</translation>
    </message>
    <message>
        <source>What has no name cannot be labelled</source>
        <translation>Lo que no tiene nombre no se puede etiquetar</translation>
    </message>
    <message>
        <source>What is brought in gets along a delivery route</source>
        <translation>Lo que se trae pasa por una ruta de entrega</translation>
    </message>
    <message>
        <source>What is brought in passes a door of the hall</source>
        <translation>Lo que se trae pasa por una puerta de la sala</translation>
    </message>
    <message>
        <source>What is not known is taken for as deep as the rack</source>
        <translation>De lo que se desconoce se toma el fondo del rack</translation>
    </message>
    <message>
        <source>What one end sends arrives where the other one listens</source>
        <translation>Lo que envía un extremo llega adonde escucha el otro</translation>
    </message>
    <message>
        <source>What sits in a bay is made for it</source>
        <translation>Lo que hay en una bahía está hecho para ella</translation>
    </message>
    <message>
        <source>What sits in a device names one of its bays</source>
        <translation>Lo que está alojado en un equipo nombra una de sus bahías</translation>
    </message>
    <message>
        <source>What stands nowhere cannot be installed</source>
        <translation>Lo que no está en ningún sitio no se puede instalar</translation>
    </message>
    <message>
        <source>What the bay accepts and what the type fits</source>
        <translation>Lo que acepta la bahía y donde encaja el tipo</translation>
    </message>
    <message>
        <source>What types say that they speak: InfiniBand, Ethernet, NVLink</source>
        <translation>Lo que los modelos dicen hablar: InfiniBand, Ethernet, NVLink</translation>
    </message>
    <message>
        <source>What units can do is known</source>
        <translation>Se sabe lo que pueden hacer las unidades</translation>
    </message>
    <message>
        <source>What was not judged is not known to be right</source>
        <translation>De lo que no se ha juzgado no se sabe si está bien</translation>
    </message>
    <message>
        <source>What {count} types of rack bear is not known</source>
        <translation>No se sabe qué carga soportan {count} tipos de rack</translation>
    </message>
    <message>
        <source>What {model} bears is not known: {count} racks are not judged by weight.</source>
        <translation>Se desconoce lo que soporta {model}: racks sin evaluar por peso: {count}.</translation>
    </message>
    <message>
        <source>What {name} cools asks for {load} and {able} are moved.</source>
        <translation>Lo que refrigera {name} pide {load} y se mueven {able}.</translation>
    </message>
    <message>
        <source>When one feed or PDU of a rack is lost, the breakers of the others hold</source>
        <translation>Si se pierde un circuito o una PDU de un rack, los interruptores de los demás aguantan</translation>
    </message>
    <message>
        <source>Whole racks on the floor run on when one feed, or all feeds of one side, are lost</source>
        <translation>Los racks completos en el suelo siguen funcionando cuando se pierde un circuito o todos los de un lado</translation>
    </message>
    <message>
        <source>Width and depth of the hall</source>
        <translation>Anchura y fondo de la sala</translation>
    </message>
    <message>
        <source>Wire what is left in {rack}</source>
        <translation>Cablear lo que falta en {rack}</translation>
    </message>
    <message>
        <source>Wire {rack} anew</source>
        <translation>Cablear {rack} de nuevo</translation>
    </message>
    <message>
        <source>With {count} × {card} a power supply of {required} is advised; {model} has {found}.</source>
        <translation>Con {count} × {card} se aconseja una fuente de {required}; {model} tiene {found}.</translation>
    </message>
    <message>
        <source>Without it nobody knows whether a device fits</source>
        <translation>Sin él no se sabe si un equipo cabe</translation>
    </message>
    <message>
        <source>Without it nobody knows whether a rack bears what stands in it</source>
        <translation>Sin ella no se sabe si un rack soporta lo que contiene</translation>
    </message>
    <message>
        <source>Without it nobody knows which line or breaker carries a supply</source>
        <translation>Sin ello nadie sabe qué línea o interruptor lleva una fuente</translation>
    </message>
    <message>
        <source>Without side {feed} the {alive} supplies that are left give {given}; {name} may draw {drawn}.</source>
        <translation>Sin el lado {feed}, las {alive} fuentes que quedan dan {given}; {name} puede consumir {drawn}.</translation>
    </message>
    <message>
        <source>Without side {feed}, {name} runs on less: {alive} of its {total} supplies are left and it needs {needed} for full work.</source>
        <translation>Sin el lado {feed}, {name} funciona con menos: quedan {alive} de sus {total} fuentes y necesita {needed} para trabajar al completo.</translation>
    </message>
    <message>
        <source>Without side {feed}, {name} stops: {alive} of its {total} supplies are left and it needs {needed}.</source>
        <translation>Sin el lado {feed}, {name} se para: quedan {alive} de sus {total} fuentes y necesita {needed}.</translation>
    </message>
    <message>
        <source>Without {feed} the {alive} supplies that are left give {given}; {name} may draw {drawn}.</source>
        <translation>Sin {feed}, las {alive} fuentes que quedan dan {given}; {name} puede consumir {drawn}.</translation>
    </message>
    <message>
        <source>Without {feed}, {name} runs on less: {alive} of its {total} supplies are left and it needs {needed} for full work.</source>
        <translation>Sin {feed}, {name} sigue con menos: le quedan {alive} de sus {total} fuentes y necesita {needed} para el pleno rendimiento.</translation>
    </message>
    <message>
        <source>Without {feed}, {name} runs on less: {alive} of its {total} supplies are left and it needs {needed} for full work. Its GPUs are held to {cap} each.</source>
        <translation>Sin {feed}, {name} funciona con menos: le quedan {alive} de {total} fuentes y necesita {needed} para trabajar a pleno. Sus GPU se limitan a {cap} cada una.</translation>
    </message>
    <message>
        <source>Without {feed}, {name} stops: {alive} of its {total} supplies are left and it needs {needed}.</source>
        <translation>Sin {feed}, {name} se para: le quedan {alive} de sus {total} fuentes y necesita {needed}.</translation>
    </message>
    <message>
        <source>Without {name}, what is left bears {bears} for {total}, but a line of {other} carries {current}; its breaker lets {limit} through. At a power factor of 1 it would be {ideal}: the power factor of {factor} decides.</source>
        <translation>Sin {name}, lo que queda soporta {bears} para {total}, pero una línea de {other} lleva {current}; su interruptor deja pasar {limit}. Con factor de potencia 1 serían {ideal}: decide el factor de potencia de {factor}.</translation>
    </message>
    <message>
        <source>Without {name}, what is left bears {bears} for {total}, but a line of {other} carries {current}; its breaker lets {limit} through. At a power factor of 1 it would still be {ideal}: the supplies lie unevenly on the lines.</source>
        <translation>Sin {name}, lo que queda soporta {bears} para {total}, pero una línea de {other} lleva {current}; su interruptor deja pasar {limit}. Con factor de potencia 1 aún serían {ideal}: las fuentes no se reparten por igual entre las líneas.</translation>
    </message>
    <message>
        <source>Without {name}, what is left bears {bears} for {total}: {percent}. {other} carries {current} on a line; its breaker lets {limit} through.</source>
        <translation>Sin {name}, lo que queda soporta {bears} para {total}: {percent}. {other} lleva {current} en una línea; su interruptor deja pasar {limit}.</translation>
    </message>
    <message>
        <source>Without {name}, {other} carries {total}, {current} on a line; it bears {bears}, {limit} on a line.</source>
        <translation>Sin {name}, {other} lleva {total}, {current} en una línea; soporta {bears}, {limit} en una línea.</translation>
    </message>
    <message>
        <source>Workstations have a place for each of their cards</source>
        <translation>Las estaciones de trabajo tienen una plaza para cada tarjeta</translation>
    </message>
    <message>
        <source>Workstations have the power connectors of their cards</source>
        <translation>Las estaciones de trabajo tienen los conectores eléctricos de sus tarjetas</translation>
    </message>
    <message>
        <source>{card} has no fan: {model} does not give it the air of a server.</source>
        <translation>{card} no tiene ventilador: {model} no le da el aire de un servidor.</translation>
    </message>
    <message>
        <source>{card} is {found} long; {model} takes boards of {required}.</source>
        <translation>{card} mide {found} de largo; {model} admite tarjetas de {required}.</translation>
    </message>
    <message>
        <source>{card} takes {found} slots; a place in {model} has {required}.</source>
        <translation>{card} ocupa {found} ranuras; una plaza de {model} tiene {required}.</translation>
    </message>
    <message>
        <source>{count} CDUs or air units cool nothing</source>
        <translation>{count} CDU o climatizadoras no refrigeran nada</translation>
    </message>
    <message>
        <source>{count} PDUs do not go into the receptacle of their feed</source>
        <translation>{count} PDU no encajan en la toma de su circuito</translation>
    </message>
    <message>
        <source>{count} PDUs get another voltage than they are made for</source>
        <translation>{count} PDU reciben otra tensión que aquella para la que están hechas</translation>
    </message>
    <message>
        <source>{count} asset numbers are used twice</source>
        <translation>{count} números de activo se repiten</translation>
    </message>
    <message>
        <source>{count} banks carry too much</source>
        <translation>{count} bancos llevan demasiado</translation>
    </message>
    <message>
        <source>{count} bays hold more than one device</source>
        <translation>{count} bahías tienen más de un equipo</translation>
    </message>
    <message>
        <source>{count} cables are too short for their way</source>
        <translation>{count} cables son demasiado cortos para su recorrido</translation>
    </message>
    <message>
        <source>{count} cables end in lanes that another one takes</source>
        <translation>{count} cables terminan en carriles que ocupa otro</translation>
    </message>
    <message>
        <source>{count} cables end in no port for data</source>
        <translation>{count} cables no terminan en un puerto de datos</translation>
    </message>
    <message>
        <source>{count} cables run from {name} to {other}, and no way leads there.</source>
        <translation>{count} cables van de {name} a {other} y ninguna vía llega allí.</translation>
    </message>
    <message>
        <source>{count} cables take a great detour</source>
        <translation>{count} cables dan un gran rodeo</translation>
    </message>
    <message>
        <source>{count} cages would hold several modules or plugs</source>
        <translation>{count} jaulas tendrían varios módulos o conectores</translation>
    </message>
    <message>
        <source>{count} connectors do not fit</source>
        <translation>{count} conectores no encajan</translation>
    </message>
    <message>
        <source>{count} connectors meet their own gender</source>
        <translation>{count} conectores se unen con los de su mismo género</translation>
    </message>
    <message>
        <source>{count} contained aisles get too little air</source>
        <translation>{count} pasillos cerrados reciben poco aire</translation>
    </message>
    <message>
        <source>{count} cooling units lack a figure</source>
        <translation>A {count} unidades de refrigeración les falta una cifra</translation>
    </message>
    <message>
        <source>{count} cords are too short</source>
        <translation>{count} cables son demasiado cortos</translation>
    </message>
    <message>
        <source>{count} cords do not fit</source>
        <translation>{count} cables no encajan</translation>
    </message>
    <message>
        <source>{count} deliveries get along no route</source>
        <translation>{count} entregas no pasan por ninguna ruta</translation>
    </message>
    <message>
        <source>{count} deliveries pass no door of their hall</source>
        <translation>{count} entregas no pasan por ninguna puerta de su sala</translation>
    </message>
    <message>
        <source>{count} devices are built before what they stand in</source>
        <translation>{count} equipos se construyen antes que aquello en lo que están</translation>
    </message>
    <message>
        <source>{count} devices are not made for the units of a rack</source>
        <translation>{count} equipos no están hechos para las unidades de un rack</translation>
    </message>
    <message>
        <source>{count} devices are too deep for their rack</source>
        <translation>{count} equipos son demasiado profundos para su rack</translation>
    </message>
    <message>
        <source>{count} devices blow their air out at a side</source>
        <translation>{count} equipos expulsan el aire por un lado</translation>
    </message>
    <message>
        <source>{count} devices do not suit their bay</source>
        <translation>{count} equipos no sirven para su bahía</translation>
    </message>
    <message>
        <source>{count} devices draw air from the hot aisle</source>
        <translation>{count} equipos toman aire del pasillo caliente</translation>
    </message>
    <message>
        <source>{count} devices get a voltage that their supplies do not take</source>
        <translation>{count} equipos reciben una tensión que sus fuentes no admiten</translation>
    </message>
    <message>
        <source>{count} devices get air that they do not bear</source>
        <translation>{count} equipos reciben aire que no soportan</translation>
    </message>
    <message>
        <source>{count} devices hang on one switch with all their links</source>
        <translation>{count} equipos cuelgan de un conmutador con todos sus enlaces</translation>
    </message>
    <message>
        <source>{count} devices have another width than their rack</source>
        <translation>{count} equipos tienen otra anchura que su rack</translation>
    </message>
    <message>
        <source>{count} devices have no place yet.</source>
        <translation>Equipos aún sin sitio: {count}.</translation>
    </message>
    <message>
        <source>{count} devices have open ports of a network that they are in</source>
        <translation>{count} equipos tienen puertos libres de una red en la que están</translation>
    </message>
    <message>
        <source>{count} devices have supplies without a cord</source>
        <translation>{count} equipos tienen fuentes sin cable</translation>
    </message>
    <message>
        <source>{count} devices have the name of another one</source>
        <translation>{count} equipos llevan el nombre de otro</translation>
    </message>
    <message>
        <source>{count} devices leave too little room for plugs</source>
        <translation>{count} equipos dejan muy poco espacio para los conectores</translation>
    </message>
    <message>
        <source>{count} devices run on less or stop when one feed is lost</source>
        <translation>{count} equipos siguen con menos o se paran si se pierde un circuito</translation>
    </message>
    <message>
        <source>{count} devices sit in no bay of their holder</source>
        <translation>{count} equipos no están en ninguna bahía de su soporte</translation>
    </message>
    <message>
        <source>{count} devices sit in nothing in the end</source>
        <translation>{count} equipos no están al final en nada</translation>
    </message>
    <message>
        <source>{count} devices stand in reserved units</source>
        <translation>{count} equipos están en unidades reservadas</translation>
    </message>
    <message>
        <source>{count} devices stand outside the units of their rack</source>
        <translation>{count} equipos están fuera de las unidades de su rack</translation>
    </message>
    <message>
        <source>{count} devices start between two units</source>
        <translation>{count} equipos empiezan entre dos unidades</translation>
    </message>
    <message>
        <source>{count} devices without a rack are too heavy for the floor</source>
        <translation>{count} equipos sin rack son demasiado pesados para el suelo</translation>
    </message>
    <message>
        <source>{count} devices without a rack are too heavy for the floor on their way in</source>
        <translation>{count} equipos sin rack son demasiado pesados para el suelo al entrar</translation>
    </message>
    <message>
        <source>{count} exclusions have nothing to exclude any more</source>
        <translation>{count} exclusiones ya no tienen nada que excluir</translation>
    </message>
    <message>
        <source>{count} feeds feed nothing</source>
        <translation>{count} circuitos no alimentan nada</translation>
    </message>
    <message>
        <source>{count} feeds or PDUs carry too much on a line</source>
        <translation>{count} circuitos o PDU llevan demasiado en una fase</translation>
    </message>
    <message>
        <source>{count} feeds or PDUs whose loss opens a breaker</source>
        <translation>{count} circuitos o PDU cuya pérdida dispara un interruptor</translation>
    </message>
    <message>
        <source>{count} ferrules meet others of another polish</source>
        <translation>{count} férulas se unen con otras de otro pulido</translation>
    </message>
    <message>
        <source>{count} groups of devices have no place yet</source>
        <translation>{count} grupos de equipos no tienen sitio todavía</translation>
    </message>
    <message>
        <source>{count} half-width devices do not say their side</source>
        <translation>{count} equipos de media anchura no dicen su lado</translation>
    </message>
    <message>
        <source>{count} halls have the name of another one</source>
        <translation>{count} salas llevan el nombre de otra</translation>
    </message>
    <message>
        <source>{count} heavy devices stand too high</source>
        <translation>{count} equipos pesados están demasiado altos</translation>
    </message>
    <message>
        <source>{count} leaves are over-subscribed more than planned</source>
        <translation>{count} hojas tienen más sobresuscripción que la prevista</translation>
    </message>
    <message>
        <source>{count} leaves have unequal links to their spines</source>
        <translation>{count} hojas tienen enlaces desiguales con sus espinas</translation>
    </message>
    <message>
        <source>{count} links are split that cannot be</source>
        <translation>{count} enlaces se dividen sin que se pueda</translation>
    </message>
    <message>
        <source>{count} links are too long</source>
        <translation>{count} enlaces son demasiado largos</translation>
    </message>
    <message>
        <source>{count} links are too slow</source>
        <translation>{count} enlaces son demasiado lentos</translation>
    </message>
    <message>
        <source>{count} links end on the leaf of another rail</source>
        <translation>{count} enlaces terminan en la hoja de otro carril</translation>
    </message>
    <message>
        <source>{count} links have jackets of a lower fire class</source>
        <translation>{count} enlaces tienen cubiertas de una clase de fuego inferior</translation>
    </message>
    <message>
        <source>{count} links have modules that do not understand each other</source>
        <translation>{count} enlaces tienen módulos que no se entienden</translation>
    </message>
    <message>
        <source>{count} links have no protocol in common</source>
        <translation>{count} enlaces no tienen ningún protocolo en común</translation>
    </message>
    <message>
        <source>{count} links have the wrong polarity</source>
        <translation>{count} enlaces tienen la polaridad equivocada</translation>
    </message>
    <message>
        <source>{count} links have too few lanes</source>
        <translation>{count} enlaces tienen pocos carriles</translation>
    </message>
    <message>
        <source>{count} links lose too much</source>
        <translation>{count} enlaces pierden demasiado</translation>
    </message>
    <message>
        <source>{count} links mix grades of fibre</source>
        <translation>{count} enlaces mezclan grados de fibra</translation>
    </message>
    <message>
        <source>{count} links mix their media</source>
        <translation>{count} enlaces mezclan medios</translation>
    </message>
    <message>
        <source>{count} loops get more heat than their CDUs take</source>
        <translation>{count} circuitos reciben más calor del que retiran sus CDU</translation>
    </message>
    <message>
        <source>{count} loops move less than is asked for</source>
        <translation>{count} circuitos mueven menos de lo pedido</translation>
    </message>
    <message>
        <source>{count} loops of facility water flow too slowly</source>
        <translation>{count} circuitos de agua del edificio tienen poco caudal</translation>
    </message>
    <message>
        <source>{count} loops of facility water get more heat than their chillers and coolers take</source>
        <translation>{count} circuitos de agua del edificio reciben más calor del que retiran sus enfriadoras y aerorrefrigeradores</translation>
    </message>
    <message>
        <source>{count} modules are missing or too many</source>
        <translation>{count} módulos faltan o sobran</translation>
    </message>
    <message>
        <source>{count} networks have no cable</source>
        <translation>{count} redes no tienen ningún cable</translation>
    </message>
    <message>
        <source>{count} pairs of halls have cables and no duct between them</source>
        <translation>{count} pares de salas tienen cables y ninguna canalización entre ellas</translation>
    </message>
    <message>
        <source>{count} pairs of voltages do not belong together</source>
        <translation>{count} pares de tensiones no casan</translation>
    </message>
    <message>
        <source>{count} parts of the power above the racks carry too much</source>
        <translation>{count} partes de la alimentación por encima de los racks llevan demasiado</translation>
    </message>
    <message>
        <source>{count} parts of the power do not bear what they take over</source>
        <translation>{count} partes de la alimentación no soportan lo que asumen</translation>
    </message>
    <message>
        <source>{count} plugs do not go into their cages</source>
        <translation>{count} conectores no entran en sus jaulas</translation>
    </message>
    <message>
        <source>{count} plugs have the wrong heat sink for their cages</source>
        <translation>{count} conectores tienen un disipador que no conviene a su jaula</translation>
    </message>
    <message>
        <source>{count} racks are borne only while the aisles stay free</source>
        <translation>{count} racks solo se soportan si los pasillos quedan libres</translation>
    </message>
    <message>
        <source>{count} racks are heavy at the top</source>
        <translation>{count} racks pesan demasiado arriba</translation>
    </message>
    <message>
        <source>{count} racks are higher than their hall</source>
        <translation>{count} racks son más altos que su sala</translation>
    </message>
    <message>
        <source>{count} racks are rolled with more than their casters bear</source>
        <translation>{count} racks se mueven con más de lo que soportan sus ruedas</translation>
    </message>
    <message>
        <source>{count} racks are too heavy for the floor</source>
        <translation>{count} racks son demasiado pesados para el suelo</translation>
    </message>
    <message>
        <source>{count} racks are too heavy for the floor on their way in</source>
        <translation>{count} racks son demasiado pesados para el suelo al entrar</translation>
    </message>
    <message>
        <source>{count} racks ask for liquid that no loop brings</source>
        <translation>{count} racks piden líquido que ningún circuito lleva</translation>
    </message>
    <message>
        <source>{count} racks draw more than the site gives them</source>
        <translation>{count} racks consumen más de lo que les da el emplazamiento</translation>
    </message>
    <message>
        <source>{count} racks get liquid that is too warm</source>
        <translation>{count} racks reciben líquido demasiado caliente</translation>
    </message>
    <message>
        <source>{count} racks give heat to air that nothing cools</source>
        <translation>{count} racks ceden calor a un aire que nada refrigera</translation>
    </message>
    <message>
        <source>{count} racks have no units</source>
        <translation>{count} racks no tienen unidades</translation>
    </message>
    <message>
        <source>{count} racks have the name of another rack of their hall</source>
        <translation>{count} racks llevan el nombre de otro de su sala</translation>
    </message>
    <message>
        <source>{count} racks have too little room before them</source>
        <translation>{count} racks tienen muy poco espacio delante</translation>
    </message>
    <message>
        <source>{count} racks have too little room behind them</source>
        <translation>{count} racks tienen muy poco espacio detrás</translation>
    </message>
    <message>
        <source>{count} racks hold more than they bear</source>
        <translation>{count} racks llevan más de lo que soportan</translation>
    </message>
    <message>
        <source>{count} racks on the floor may draw more than the shelves give that a lost side leaves</source>
        <translation>{count} racks en el suelo pueden consumir más de lo que dan las bandejas que deja un lado perdido</translation>
    </message>
    <message>
        <source>{count} racks on the floor run on less or stop when a feed or a side is lost</source>
        <translation>{count} racks en el suelo funcionan con menos o se paran cuando se pierde un circuito o un lado</translation>
    </message>
    <message>
        <source>{count} racks stand on too heavy a foot</source>
        <translation>{count} racks cargan demasiado un pie</translation>
    </message>
    <message>
        <source>{count} racks stand outside their hall</source>
        <translation>{count} racks están fuera de su sala</translation>
    </message>
    <message>
        <source>{count} racks tip over too easily</source>
        <translation>{count} racks vuelcan con demasiada facilidad</translation>
    </message>
    <message>
        <source>{count} rear doors leave heat to the room</source>
        <translation>{count} puertas traseras dejan calor en la sala</translation>
    </message>
    <message>
        <source>{count} reservations reach beyond their rack</source>
        <translation>{count} reservas se salen de su rack</translation>
    </message>
    <message>
        <source>{count} rooms or loops have fewer spare units than they are meant to have</source>
        <translation>{count} salas o circuitos tienen menos unidades de reserva de las previstas</translation>
    </message>
    <message>
        <source>{count} rooms or rows draw more air than their units blow</source>
        <translation>{count} salas o filas toman más aire del que impulsan sus unidades</translation>
    </message>
    <message>
        <source>{count} rooms or rows get more heat than their air units take</source>
        <translation>{count} salas o filas reciben más calor del que retiran sus climatizadoras</translation>
    </message>
    <message>
        <source>{count} rows have the name of another row of their hall</source>
        <translation>{count} filas llevan el nombre de otra de su sala</translation>
    </message>
    <message>
        <source>{count} rules failed and judge nothing</source>
        <translation>{count} reglas han fallado y no juzgan nada</translation>
    </message>
    <message>
        <source>{count} serial numbers are used twice</source>
        <translation>{count} números de serie se repiten</translation>
    </message>
    <message>
        <source>{count} things about PDUs are not known</source>
        <translation>No se conocen {count} datos de las PDU</translation>
    </message>
    <message>
        <source>{count} things block a delivery route</source>
        <translation>{count} objetos bloquean una ruta de entrega</translation>
    </message>
    <message>
        <source>{count} things have no name</source>
        <translation>{count} objetos no tienen nombre</translation>
    </message>
    <message>
        <source>{count} things stand where a door opens</source>
        <translation>{count} objetos están donde se abre una puerta</translation>
    </message>
    <message>
        <source>{count} times a front and a rear device are too deep together</source>
        <translation>{count} veces un equipo delantero y uno trasero son demasiado profundos juntos</translation>
    </message>
    <message>
        <source>{count} times nobody knows whether a front and a rear device fit together</source>
        <translation>{count} veces no se sabe si un equipo delantero y uno trasero caben juntos</translation>
    </message>
    <message>
        <source>{count} times something stands on a column, an obstacle or a keep-out area</source>
        <translation>{count} veces hay algo sobre una columna, un obstáculo o una zona prohibida</translation>
    </message>
    <message>
        <source>{count} times the rails stand where a kit does not reach</source>
        <translation>{count} veces los rieles están donde el juego de montaje no llega</translation>
    </message>
    <message>
        <source>{count} times there are too few vertical places</source>
        <translation>{count} veces faltan sitios verticales</translation>
    </message>
    <message>
        <source>{count} times two devices take the same units</source>
        <translation>{count} veces dos equipos ocupan las mismas unidades</translation>
    </message>
    <message>
        <source>{count} times two things stand on the same floor</source>
        <translation>{count} veces dos objetos están en el mismo suelo</translation>
    </message>
    <message>
        <source>{count} types are lifted by two people or more</source>
        <translation>{count} tipos se levantan entre dos personas o más</translation>
    </message>
    <message>
        <source>{count} types need a mechanical lift</source>
        <translation>{count} tipos necesitan un elevador mecánico</translation>
    </message>
    <message>
        <source>{count} types of PDU have a plug of another region</source>
        <translation>{count} tipos de PDU llevan una clavija de otra región</translation>
    </message>
    <message>
        <source>{count} types of workstation have fewer PCIe lanes than their cards take</source>
        <translation>{count} tipos de estación de trabajo tienen menos líneas PCIe de las que toman sus tarjetas</translation>
    </message>
    <message>
        <source>{count} types of workstation have smaller power supplies than advised</source>
        <translation>{count} tipos de estación de trabajo tienen fuentes menores de lo aconsejado</translation>
    </message>
    <message>
        <source>{count} types of workstation hold a card that is too long</source>
        <translation>{count} tipos de estación de trabajo llevan una tarjeta demasiado larga</translation>
    </message>
    <message>
        <source>{count} types of workstation hold a card that is too wide</source>
        <translation>{count} tipos de estación de trabajo llevan una tarjeta demasiado ancha</translation>
    </message>
    <message>
        <source>{count} types of workstation hold cards that only a server cools</source>
        <translation>{count} tipos de estación de trabajo llevan tarjetas que solo un servidor enfría</translation>
    </message>
    <message>
        <source>{count} types of workstation hold more cards than they have places</source>
        <translation>{count} tipos de estación de trabajo llevan más tarjetas que plazas</translation>
    </message>
    <message>
        <source>{count} types of workstation lack power connectors for their cards</source>
        <translation>A {count} tipos de estación de trabajo les faltan conectores para sus tarjetas</translation>
    </message>
    <message>
        <source>{count} types that cannot be ordered any more run out</source>
        <translation>{count} tipos que ya no se pueden pedir se agotan</translation>
    </message>
    <message>
        <source>{count} units have nothing that takes their heat</source>
        <translation>{count} unidades no tienen nada que retire su calor</translation>
    </message>
    <message>
        <source>{count} values let breakers bear too much for long</source>
        <translation>{count} valores dejan que los interruptores soporten demasiado de forma continua</translation>
    </message>
    <message>
        <source>{count} values of the site sheet cannot be</source>
        <translation>{count} valores de la ficha del emplazamiento no pueden ser</translation>
    </message>
    <message>
        <source>{count} vertical devices have no proper side</source>
        <translation>{count} equipos verticales no tienen un lado adecuado</translation>
    </message>
    <message>
        <source>{count} ways bear too many cables</source>
        <translation>{count} vías soportan demasiados cables</translation>
    </message>
    <message>
        <source>{count} ways bend too tightly for cables in them</source>
        <translation>{count} vías se curvan demasiado para sus cables</translation>
    </message>
    <message>
        <source>{count} ways do not hold their cables</source>
        <translation>En {count} vías no caben sus cables</translation>
    </message>
    <message>
        <source>{count} ways for cables are fuller than planned</source>
        <translation>{count} vías de cables están más ocupadas de lo previsto</translation>
    </message>
    <message>
        <source>{count} workstations draw more than a wall circuit bears</source>
        <translation>{count} estaciones de trabajo consumen más de lo que soporta un circuito mural</translation>
    </message>
    <message>
        <source>{count} × {card} want {required}; {model} has {found}.</source>
        <translation>{count} × {card} necesitan {required}; {model} tiene {found}.</translation>
    </message>
    <message>
        <source>{count} × {model} are lifted by {people} people.</source>
        <translation>{count} × {model}: se levantan entre {people} personas.</translation>
    </message>
    <message>
        <source>{count} × {model} need a mechanical lift.</source>
        <translation>{count} × {model} requieren un elevador mecánico.</translation>
    </message>
    <message>
        <source>{devices} and {more} more sit in bay {bay} of {holder}.</source>
        <translation>{devices} y {more} más están en la bahía {bay} de {holder}.</translation>
    </message>
    <message>
        <source>{devices} sit in bay {bay} of {holder}.</source>
        <translation>{devices} están en la bahía {bay} de {holder}.</translation>
    </message>
    <message>
        <source>{device} does not fit bay {bay} of {holder}: it fits {found}, the bay takes {accepts}.</source>
        <translation>{device} no encaja en la bahía {bay} de {holder}: encaja en {found}, y la bahía acepta {accepts}.</translation>
    </message>
    <message>
        <source>{device} does not go into rack units.</source>
        <translation>{device} no va en unidades de rack.</translation>
    </message>
    <message>
        <source>{device} draws its air at one side and blows it out at the other; it needs a duct.</source>
        <translation>{device} toma el aire por un lado y lo expulsa por el otro; necesita un conducto.</translation>
    </message>
    <message>
        <source>{device} has half the width and no side; it is drawn on the left.</source>
        <translation>{device} tiene media anchura y ningún lado; se dibuja a la izquierda.</translation>
    </message>
    <message>
        <source>{device} has {there} of {wanted} ports in {network} cabled.</source>
        <translation>{device} tiene cableados {there} de {wanted} puertos en {network}.</translation>
    </message>
    <message>
        <source>{device} is built in phase {phase}, before {holder} in phase {later}.</source>
        <translation>{device} se monta en la fase {phase}, antes que {holder}, de la fase {later}.</translation>
    </message>
    <message>
        <source>{device} is mounted on the front and blows its air into the cold aisle.</source>
        <translation>{device} está montado en la cara frontal y expulsa el aire al pasillo frío.</translation>
    </message>
    <message>
        <source>{device} is mounted on the rear and draws its air from the hot aisle.</source>
        <translation>{device} está montado en la cara trasera y toma el aire del pasillo caliente.</translation>
    </message>
    <message>
        <source>{device} is {depth} deep; {rack} offers {usable}.</source>
        <translation>{device} tiene un fondo de {depth}; {rack} ofrece {usable}.</translation>
    </message>
    <message>
        <source>{device} loads the floor with {value}, aisles included; the floor bears {limit}.</source>
        <translation>{device} carga el suelo con {value}, pasillos incluidos; el suelo soporta {limit}.</translation>
    </message>
    <message>
        <source>{device} needs a lift and starts at {unit}, above U{limit}.</source>
        <translation>{device} requiere elevador y empieza en {unit}, por encima de U{limit}.</translation>
    </message>
    <message>
        <source>{device} needs rails {wanted} wide; {rack} has {offered}.</source>
        <translation>{device} necesita rieles a {wanted}; {rack} los tiene a {offered}.</translation>
    </message>
    <message>
        <source>{device} sits in bay {bay} of {holder}, which has no such bay.</source>
        <translation>{device} está en la bahía {bay} de {holder}, que no tiene tal bahía.</translation>
    </message>
    <message>
        <source>{device} sits in devices that in the end sit in nothing.</source>
        <translation>{device} está dentro de equipos que al final no están en nada.</translation>
    </message>
    <message>
        <source>{device} sits in {holder}, but {model} does not go into bays.</source>
        <translation>{device} está alojado en {holder}, pero {model} no va en bahías.</translation>
    </message>
    <message>
        <source>{device} sits in {holder}, which has no bays.</source>
        <translation>{device} está alojado en {holder}, que no tiene bahías.</translation>
    </message>
    <message>
        <source>{device} stands in reserved units.</source>
        <translation>{device} está en unidades reservadas.</translation>
    </message>
    <message>
        <source>{device} stands in units reserved for {reason}.</source>
        <translation>{device} está en unidades reservadas para {reason}.</translation>
    </message>
    <message>
        <source>{device} stands vertically at the front; power and outlets are at the rear.</source>
        <translation>{device} está en vertical en la cara frontal; la alimentación y las tomas están en la trasera.</translation>
    </message>
    <message>
        <source>{device} stands vertically, and it is not said on which side.</source>
        <translation>{device} está en vertical, y no se dice en qué lado.</translation>
    </message>
    <message>
        <source>{device} starts at {unit}, between two units.</source>
        <translation>{device} empieza en {unit}, entre dos unidades.</translation>
    </message>
    <message>
        <source>{device} takes {units}, and the rack ends at {height}.</source>
        <translation>{device} ocupa {units}, y el rack acaba en {height}.</translation>
    </message>
    <message>
        <source>{device} weighs {mass} and starts at {unit}, above U{limit}.</source>
        <translation>{device} pesa {mass} y empieza en {unit}, por encima de U{limit}.</translation>
    </message>
    <message>
        <source>{first} and {second} are together {depth} deep; the rack offers {usable}.</source>
        <translation>{first} y {second} suman un fondo de {depth}; el rack ofrece {usable}.</translation>
    </message>
    <message>
        <source>{first} and {second} overlap by {overlap}.</source>
        <translation>{first} y {second} se solapan {overlap}.</translation>
    </message>
    <message>
        <source>{first} and {second} stand back to back, and it is not known whether the depth is enough.</source>
        <translation>{first} y {second} están espalda con espalda, y no se sabe si el fondo basta.</translation>
    </message>
    <message>
        <source>{first} and {second} stand on the same floor.</source>
        <translation>{first} y {second} ocupan el mismo suelo.</translation>
    </message>
    <message>
        <source>{leaf} has from {least} to {most} links to its {count} spines.</source>
        <translation>{leaf} tiene de {least} a {most} enlaces con sus {count} espinas.</translation>
    </message>
    <message>
        <source>{leaf} has {down} links to nodes and {up} uplinks; planned is {planned} : 1.</source>
        <translation>{leaf} tiene {down} enlaces con nodos y {up} hacia arriba; lo previsto es {planned} : 1.</translation>
    </message>
    <message>
        <source>{loop} brings {name} liquid of {comes}; it bears {most}.</source>
        <translation>{loop} lleva a {name} líquido a {comes}; soporta {most}.</translation>
    </message>
    <message>
        <source>{model} comes {width} × {length} and {height} high; it gets along no route of {hall}, and {way} lacks {short}.</source>
        <translation>{model} llega con {width} × {length} y {height} de alto; no pasa por ninguna ruta de {hall}, y a {way} le falta {short}.</translation>
    </message>
    <message>
        <source>{model} comes {width} × {length} and {height} high; it passes no door of {hall}, and {way} lacks {short}.</source>
        <translation>{model} llega con {width} × {length} y {height} de alto; no pasa por ninguna puerta de {hall}, y a {way} le falta {short}.</translation>
    </message>
    <message>
        <source>{model} draws up to {found}; its power supplies give {required}.</source>
        <translation>{model} consume hasta {found}; sus fuentes dan {required}.</translation>
    </message>
    <message>
        <source>{model} has a plug {plug}, which is not usual in the region of the site.</source>
        <translation>{model} lleva una clavija {plug}, que no es usual en la región del emplazamiento.</translation>
    </message>
    <message>
        <source>{model} holds {found} cards and has places for {required}.</source>
        <translation>{model} lleva {found} tarjetas y tiene plazas para {required}.</translation>
    </message>
    <message>
        <source>{model}: {needed} are planned, and only {held} lie in stock.</source>
        <translation>{model}: se planifican {needed} y solo hay {held} en almacén.</translation>
    </message>
    <message>
        <source>{name} and {other} have the asset number {number}.</source>
        <translation>{name} y {other} tienen el número de activo {number}.</translation>
    </message>
    <message>
        <source>{name} and {other} have the serial number {number}.</source>
        <translation>{name} y {other} tienen el número de serie {number}.</translation>
    </message>
    <message>
        <source>{name} bends by a radius of {radius}; a cable in it needs {wanted}.</source>
        <translation>{name} se curva con un radio de {radius}; un cable suyo necesita {wanted}.</translation>
    </message>
    <message>
        <source>{name} carries {current} and bears {limit}.</source>
        <translation>{name} lleva {current} y soporta {limit}.</translation>
    </message>
    <message>
        <source>{name} carries {load} a metre; it bears {limit}.</source>
        <translation>{name} lleva {load} por metro; soporta {limit}.</translation>
    </message>
    <message>
        <source>{name} carries {total}, {current} on a line; it bears {bears}, {limit} on a line.</source>
        <translation>{name} lleva {total}, {current} en una fase; soporta {bears}, {limit} por fase.</translation>
    </message>
    <message>
        <source>{name} does not hold {count} cables: they fill {fill} of it, and at {limit} it is full.</source>
        <translation>En {name} no caben {count} cables: ocupan el {fill} y con el {limit} está llena.</translation>
    </message>
    <message>
        <source>{name} draws {power}; a circuit of {voltage} and {breaker} bears {limit} for long.</source>
        <translation>{name} consume {power}; un circuito de {voltage} y {breaker} soporta {limit} de forma continua.</translation>
    </message>
    <message>
        <source>{name} feeds nothing.</source>
        <translation>{name} no alimenta nada.</translation>
    </message>
    <message>
        <source>{name} gets air of {comes} and bears at most {limit} ({rule}).</source>
        <translation>{name} recibe aire a {comes} y soporta como máximo {limit} ({rule}).</translation>
    </message>
    <message>
        <source>{name} gets air of {comes} and wants at least {limit} ({rule}).</source>
        <translation>{name} recibe aire a {comes} y necesita al menos {limit} ({rule}).</translation>
    </message>
    <message>
        <source>{name} gets {voltage} and is made for {printed}.</source>
        <translation>{name} recibe {voltage} y está hecha para {printed}.</translation>
    </message>
    <message>
        <source>{name} gets {voltage} and takes {printed}.</source>
        <translation>{name} recibe {voltage} y admite {printed}.</translation>
    </message>
    <message>
        <source>{name} gets {voltage} of alternating current and is made for {printed}.</source>
        <translation>{name} recibe {voltage} de corriente alterna y está hecho para {printed}.</translation>
    </message>
    <message>
        <source>{name} gets {voltage} of direct current and is made for {printed}.</source>
        <translation>{name} recibe {voltage} de corriente continua y está hecho para {printed}.</translation>
    </message>
    <message>
        <source>{name} gives power but hangs on no feed.</source>
        <translation>{name} da alimentación pero no cuelga de ningún circuito.</translation>
    </message>
    <message>
        <source>{name} gives {heat} to air, and nothing is said to cool that.</source>
        <translation>{name} cede {heat} al aire y no consta qué lo refrigera.</translation>
    </message>
    <message>
        <source>{name} gives {heat} to liquid, and no loop is said to reach it.</source>
        <translation>{name} cede {heat} al líquido y no consta qué circuito le llega.</translation>
    </message>
    <message>
        <source>{name} gives {liquid} to liquid and {heat} to air, and nothing is said to cool that air.</source>
        <translation>{name} cede {liquid} al líquido y {heat} al aire, y no consta qué refrigera ese aire.</translation>
    </message>
    <message>
        <source>{name} has a plug {plug}; {feed} ends in {receptacle}.</source>
        <translation>{name} lleva una clavija {plug}; {feed} acaba en {receptacle}.</translation>
    </message>
    <message>
        <source>{name} has no loop that takes its heat away.</source>
        <translation>{name} no tiene circuito que retire su calor.</translation>
    </message>
    <message>
        <source>{name} has no ways for cables yet: the lengths of {count} cables are estimates.</source>
        <translation>{name} aún no tiene vías de cables: las longitudes de {count} cables son estimaciones.</translation>
    </message>
    <message>
        <source>{name} has {free} free behind it, up to the wall of {other}; {wanted} is wanted.</source>
        <translation>{name} tiene {free} libres detrás, hasta la pared de {other}; se pide {wanted}.</translation>
    </message>
    <message>
        <source>{name} has {free} free behind it, up to {other}; {wanted} is wanted.</source>
        <translation>{name} tiene {free} libres detrás, hasta {other}; se pide {wanted}.</translation>
    </message>
    <message>
        <source>{name} has {free} free in front, up to the wall of {other}; {wanted} is wanted.</source>
        <translation>{name} tiene {free} libres delante, hasta la pared de {other}; se pide {wanted}.</translation>
    </message>
    <message>
        <source>{name} has {free} free in front, up to {other}; {wanted} is wanted.</source>
        <translation>{name} tiene {free} libres delante, hasta {other}; se pide {wanted}.</translation>
    </message>
    <message>
        <source>{name} has {have} of {want} supplies on a cord.</source>
        <translation>{name} tiene {have} de {want} fuentes con cable.</translation>
    </message>
    <message>
        <source>{name} is filled to {fill} by {count} cables; {limit} is planned.</source>
        <translation>{name} está ocupada al {fill} por {count} cables; lo previsto es el {limit}.</translation>
    </message>
    <message>
        <source>{name} is given {load} of heat and its CDUs take {able}.</source>
        <translation>{name} recibe {load} de calor y sus CDU retiran {able}.</translation>
    </message>
    <message>
        <source>{name} is given {load} of heat and its chillers and coolers take {able}.</source>
        <translation>{name} recibe {load} de calor y sus enfriadoras y aerorrefrigeradores retiran {able}.</translation>
    </message>
    <message>
        <source>{name} is given {load} of heat and its units take {able}.</source>
        <translation>{name} recibe {load} de calor y sus unidades retiran {able}.</translation>
    </message>
    <message>
        <source>{name} is meant to be {wanted}; without {lost} its units bear {percent} of the load.</source>
        <translation>{name} debe ser {wanted}; sin {lost} sus unidades soportan el {percent} de la carga.</translation>
    </message>
    <message>
        <source>{name} reaches {excess} out of {hall}.</source>
        <translation>{name} sobresale {excess} de {hall}.</translation>
    </message>
    <message>
        <source>{name} stands in {item}, which is kept free.</source>
        <translation>{name} está en {item}, que debe quedar libre.</translation>
    </message>
    <message>
        <source>{name} stands on {item}.</source>
        <translation>{name} está sobre {item}.</translation>
    </message>
    <message>
        <source>{name} stands there but is said to cool nothing.</source>
        <translation>{name} está colocada, pero no consta que refrigere nada.</translation>
    </message>
    <message>
        <source>{name} stands where {door} opens.</source>
        <translation>{name} está donde se abre {door}.</translation>
    </message>
    <message>
        <source>{name} stands {distance} from the middle of {route}; half of its clear width is {wanted}.</source>
        <translation>{name} está a {distance} del eje de {route}; la mitad de su anchura libre es {wanted}.</translation>
    </message>
    <message>
        <source>{name} supplies neither air nor a loop.</source>
        <translation>{name} no suministra ni a un aire ni a un circuito.</translation>
    </message>
    <message>
        <source>{network} is planned and has no cable.</source>
        <translation>{network} está prevista y no tiene ningún cable.</translation>
    </message>
    <message>
        <source>{rack} draws {power}, not counting {missing} devices; the site gives it {limit}.</source>
        <translation>{rack} consume {power}, sin contar equipos sin dato ({missing}); el emplazamiento le da {limit}.</translation>
    </message>
    <message>
        <source>{rack} draws {power}; the site gives it {limit}.</source>
        <translation>{rack} consume {power}; el emplazamiento le da {limit}.</translation>
    </message>
    <message>
        <source>{rack} has no units: {model} does not say how many.</source>
        <translation>{rack} no tiene unidades: {model} no dice cuántas.</translation>
    </message>
    <message>
        <source>{rack} has no vertical places, and {count} devices on one side.</source>
        <translation>{rack} no tiene huecos verticales; equipos en un lado: {count}.</translation>
    </message>
    <message>
        <source>{rack} holds {value} and bears {limit} standing.</source>
        <translation>{rack} lleva {value} y soporta {limit} sin moverse.</translation>
    </message>
    <message>
        <source>{rack} holds {value} and is rolled into place; its casters bear {limit}.</source>
        <translation>{rack} lleva {value} y se lleva rodando a su sitio; sus ruedas soportan {limit}.</translation>
    </message>
    <message>
        <source>{rack} is {height} high; {hall} has {clear}.</source>
        <translation>{rack} mide {height} de alto; {hall} tiene {clear}.</translation>
    </message>
    <message>
        <source>{rack} loads the floor with {value}, its share of the aisles included; the floor bears {limit}.</source>
        <translation>{rack} carga el suelo con {value}, incluida su parte de los pasillos; el suelo soporta {limit}.</translation>
    </message>
    <message>
        <source>{rack} puts {value} on its own footprint; the floor bears {limit} if the aisles stay free.</source>
        <translation>{rack} pone {value} sobre su propia huella; el suelo soporta {limit} si los pasillos quedan libres.</translation>
    </message>
    <message>
        <source>{rack} tips over at {value}; it must stand {limit}.</source>
        <translation>{rack} vuelca a {value}; debe aguantar {limit}.</translation>
    </message>
    <message>
        <source>{units} are reserved, and the rack ends at {height}.</source>
        <translation>{units} se han reservado, y el rack acaba en {height}.</translation>
    </message>
</context>
<context>
    <name>cooling</name>
    <message>
        <source>Air</source>
        <translation>Aire</translation>
    </message>
    <message>
        <source>Air, in cubic feet</source>
        <translation>Aire, en pies cúbicos</translation>
    </message>
    <message>
        <source>Cooling in the warmest hour</source>
        <translation>Refrigeración en la hora más cálida</translation>
    </message>
    <message>
        <source>Direct liquid</source>
        <translation>Líquido directo</translation>
    </message>
    <message>
        <source>Energy of cooling in a year</source>
        <translation>Energía de refrigeración al año</translation>
    </message>
    <message>
        <source>Fans of the cooling</source>
        <translation>Ventiladores de la refrigeración</translation>
    </message>
    <message>
        <source>Heat that leaves without chillers</source>
        <translation>Calor que sale sin enfriadoras</translation>
    </message>
    <message>
        <source>Heat to liquid at the devices</source>
        <translation>Calor al líquido en los equipos</translation>
    </message>
    <message>
        <source>Heat to rear doors</source>
        <translation>Calor a puertas traseras</translation>
    </message>
    <message>
        <source>Heat to the air of the room</source>
        <translation>Calor al aire de la sala</translation>
    </message>
    <message>
        <source>Liquid in the loops to the devices</source>
        <translation>Líquido en los circuitos a los equipos</translation>
    </message>
    <message>
        <source>Most that a rack gives to room air</source>
        <translation>Máximo que un rack da al aire de sala</translation>
    </message>
    <message>
        <source>PUE in April</source>
        <translation>PUE en abril</translation>
    </message>
    <message>
        <source>PUE in August</source>
        <translation>PUE en agosto</translation>
    </message>
    <message>
        <source>PUE in December</source>
        <translation>PUE en diciembre</translation>
    </message>
    <message>
        <source>PUE in February</source>
        <translation>PUE en febrero</translation>
    </message>
    <message>
        <source>PUE in January</source>
        <translation>PUE en enero</translation>
    </message>
    <message>
        <source>PUE in July</source>
        <translation>PUE en julio</translation>
    </message>
    <message>
        <source>PUE in June</source>
        <translation>PUE en junio</translation>
    </message>
    <message>
        <source>PUE in March</source>
        <translation>PUE en marzo</translation>
    </message>
    <message>
        <source>PUE in May</source>
        <translation>PUE en mayo</translation>
    </message>
    <message>
        <source>PUE in November</source>
        <translation>PUE en noviembre</translation>
    </message>
    <message>
        <source>PUE in October</source>
        <translation>PUE en octubre</translation>
    </message>
    <message>
        <source>PUE in September</source>
        <translation>PUE en septiembre</translation>
    </message>
    <message>
        <source>PUE of the year</source>
        <translation>PUE del año</translation>
    </message>
    <message>
        <source>Pumps</source>
        <translation>Bombas</translation>
    </message>
    <message>
        <source>Racks that room air cannot carry</source>
        <translation>Racks que el aire de sala no puede refrigerar</translation>
    </message>
    <message>
        <source>Rear doors</source>
        <translation>Puertas traseras</translation>
    </message>
    <message>
        <source>Room air</source>
        <translation>Aire de sala</translation>
    </message>
    <message>
        <source>WUE, water by energy of devices</source>
        <translation>WUE, agua por energía de los equipos</translation>
    </message>
    <message>
        <source>Water of the building</source>
        <translation>Agua del edificio</translation>
    </message>
    <message>
        <source>What room air carries from a rack</source>
        <translation>Lo que el aire de sala retira de un rack</translation>
    </message>
</context>
<context>
    <name>dot</name>
    <message>
        <source>the file cannot be read: {reason}.</source>
        <translation>no se puede leer el archivo: {reason}.</translation>
    </message>
    <message>
        <source>the file has more than {limit} links.</source>
        <translation>el archivo tiene más de {limit} enlaces.</translation>
    </message>
    <message>
        <source>the file is larger than {limit} MiB.</source>
        <translation>el archivo ocupa más de {limit} MiB.</translation>
    </message>
    <message>
        <source>the line cannot be read: {start}</source>
        <translation>no se puede leer la línea: {start}</translation>
    </message>
    <message>
        <source>the link has a direction: write -- in the place of -&gt;.</source>
        <translation>el enlace tiene dirección: escriba -- en lugar de -&gt;.</translation>
    </message>
    <message>
        <source>the link names no ports: {start}</source>
        <translation>el enlace no nombra puertos: {start}</translation>
    </message>
    <message>
        <source>there is no link in the file.</source>
        <translation>no hay ningún enlace en el archivo.</translation>
    </message>
</context>
<context>
    <name>drawing</name>
    <message>
        <source>The drawing under the plan cannot be read: {reason}.</source>
        <translation>El dibujo bajo el plano no se puede leer: {reason}.</translation>
    </message>
</context>
<context>
    <name>dxf</name>
    <message>
        <source>All lines of the drawing lie in one point.</source>
        <translation>Todas las líneas del dibujo están en un punto.</translation>
    </message>
    <message>
        <source>Line {line} of the drawing should hold a group code; it holds {found}.</source>
        <translation>La línea {line} del dibujo debería llevar un código de grupo; lleva {found}.</translation>
    </message>
    <message>
        <source>The drawing has more than {most} points. Take away what the plan does not need.</source>
        <translation>El dibujo tiene más de {most} puntos. Quite lo que el plano no necesita.</translation>
    </message>
    <message>
        <source>The drawing has {size} MB; at most {most} MB are read. Take away what the plan does not need.</source>
        <translation>El dibujo ocupa {size} MB; se leen {most} MB como máximo. Quite lo que el plano no necesita.</translation>
    </message>
    <message>
        <source>The drawing holds a number that cannot be read: {reason}.</source>
        <translation>El dibujo contiene un número que no se puede leer: {reason}.</translation>
    </message>
    <message>
        <source>The drawing holds no lines on layers that show.</source>
        <translation>El dibujo no tiene líneas en capas visibles.</translation>
    </message>
    <message>
        <source>The drawing is cut off: it has no end mark.</source>
        <translation>El dibujo está cortado: no tiene marca de fin.</translation>
    </message>
    <message>
        <source>The drawing uses blocks more than {most} times. Take away what the plan does not need.</source>
        <translation>El dibujo usa bloques más de {most} veces. Quite lo que el plano no necesita.</translation>
    </message>
    <message>
        <source>This is a DWG file. Save it as a DXF file.</source>
        <translation>Es un archivo DWG. Guárdelo como archivo DXF.</translation>
    </message>
    <message>
        <source>This is a binary DXF file. Save it as a DXF file in text form (ASCII).</source>
        <translation>Es un archivo DXF binario. Guárdelo como DXF de texto (ASCII).</translation>
    </message>
    <message>
        <source>With the unit that it names the drawing would be {size} m wide. Mend its unit ($INSUNITS).</source>
        <translation>Con la unidad que indica, el dibujo mediría {size} m. Corrija su unidad ($INSUNITS).</translation>
    </message>
</context>
<context>
    <name>explain</name>
    <message>
        <source>All electrical power leaves as heat: the maximum power of what stands there.</source>
        <translation>Toda la potencia eléctrica sale como calor: la potencia máxima de lo que hay ahí.</translation>
    </message>
    <message>
        <source>Heights of the devices that are held in units, each of them counted.</source>
        <translation>Alturas de los equipos montados en unidades; cuenta cada uno.</translation>
    </message>
    <message>
        <source>Mass of rack and devices ÷ width × depth of the rack&apos;s footprint.</source>
        <translation>Masa del rack y sus equipos ÷ anchura × fondo de la huella del rack.</translation>
    </message>
    <message>
        <source>Units of the racks without those that devices use or that are reserved.</source>
        <translation>Unidades de los racks, menos las ocupadas por equipos y las reservadas.</translation>
    </message>
    <message>
        <source>Units that some device takes; those side by side or back to back count once.</source>
        <translation>Unidades que ocupa algún equipo; las contiguas o espalda con espalda cuentan una vez.</translation>
    </message>
    <message>
        <source>Σ mass × height of its middle ÷ Σ mass, above the floor; the rack itself at half its height.</source>
        <translation>Σ masa × altura de su centro ÷ Σ masa, sobre el suelo; el propio rack, a media altura.</translation>
    </message>
</context>
<context>
    <name>expression</name>
    <message>
        <source>Column {column}: only “is none” is understood.</source>
        <translation>Columna {column}: solo se entiende «is none».</translation>
    </message>
    <message>
        <source>Column {column}: only “… for x in list” is understood.</source>
        <translation>Columna {column}: solo se entiende «… for x in lista».</translation>
    </message>
    <message>
        <source>Column {column}: the values do not fit this operation.</source>
        <translation>Columna {column}: los valores no sirven para esta operación.</translation>
    </message>
    <message>
        <source>Column {column}: there is no such function.</source>
        <translation>Columna {column}: no existe esa función.</translation>
    </message>
    <message>
        <source>Column {column}: there is no value {name}.</source>
        <translation>Columna {column}: no existe el valor {name}.</translation>
    </message>
    <message>
        <source>Column {column}: this cannot be read.</source>
        <translation>Columna {column}: esto no se puede leer.</translation>
    </message>
    <message>
        <source>Column {column}: this character has no place here.</source>
        <translation>Columna {column}: este carácter no puede ir aquí.</translation>
    </message>
    <message>
        <source>Column {column}: this divides by zero or is too large.</source>
        <translation>Columna {column}: esto divide por cero o es demasiado grande.</translation>
    </message>
    <message>
        <source>Column {column}: this is nested too deeply.</source>
        <translation>Columna {column}: esto tiene demasiados niveles.</translation>
    </message>
    <message>
        <source>Column {column}: this is not understood.</source>
        <translation>Columna {column}: esto no se entiende.</translation>
    </message>
    <message>
        <source>Column {column}: this takes too long.</source>
        <translation>Columna {column}: esto tarda demasiado.</translation>
    </message>
    <message>
        <source>Column {column}: this value has no place here.</source>
        <translation>Columna {column}: este valor no puede ir aquí.</translation>
    </message>
    <message>
        <source>Column {column}: {name} is no name.</source>
        <translation>Columna {column}: {name} no es un nombre.</translation>
    </message>
    <message>
        <source>Column {column}: “for” stands alone inside a function.</source>
        <translation>Columna {column}: «for» va solo dentro de una función.</translation>
    </message>
    <message>
        <source>The expression cannot be read.</source>
        <translation>La expresión no se puede leer.</translation>
    </message>
    <message>
        <source>The expression has more than {most} characters.</source>
        <translation>La expresión tiene más de {most} caracteres.</translation>
    </message>
    <message>
        <source>The expression is empty.</source>
        <translation>La expresión está vacía.</translation>
    </message>
    <message>
        <source>This takes too long to compute.</source>
        <translation>Calcular esto tarda demasiado.</translation>
    </message>
</context>
<context>
    <name>fabric_colours</name>
    <message>
        <source>{colour} is no colour: write it as #rrggbb, such as #1754d8.</source>
        <translation>{colour} no es un color: escríbalo como #rrggbb, por ejemplo #1754d8.</translation>
    </message>
</context>
<context>
    <name>floor</name>
    <message>
        <source>The cold aisle between {name} and {other} would be {free} wide; {wanted} is wanted.</source>
        <translation>El pasillo frío entre {name} y {other} tendría {free} de ancho; se desean {wanted}.</translation>
    </message>
    <message>
        <source>The hot aisle between {name} and {other} would be {free} wide; {wanted} is wanted.</source>
        <translation>El pasillo caliente entre {name} y {other} tendría {free} de ancho; se desean {wanted}.</translation>
    </message>
    <message>
        <source>{name} would have {free} free behind it, up to {other}; {wanted} is wanted.</source>
        <translation>{name} tendría {free} libres detrás, hasta {other}; se desean {wanted}.</translation>
    </message>
    <message>
        <source>{name} would have {free} free in front, up to {other}; {wanted} is wanted.</source>
        <translation>{name} tendría {free} libres delante, hasta {other}; se desean {wanted}.</translation>
    </message>
    <message>
        <source>{name} would load the floor with {value}; it bears {limit}.</source>
        <translation>{name} cargaría el suelo con {value}; soporta {limit}.</translation>
    </message>
    <message>
        <source>{name} would reach {excess} out of {hall}.</source>
        <translation>{name} saldría {excess} de {hall}.</translation>
    </message>
    <message>
        <source>{name} would stand in the way of {other}.</source>
        <translation>{name} estaría en el camino de {other}.</translation>
    </message>
    <message>
        <source>{name} would stand in {other}, a closed aisle.</source>
        <translation>{name} estaría en {other}, un pasillo cerrado.</translation>
    </message>
    <message>
        <source>{name} would stand in {other}, which is kept free.</source>
        <translation>{name} estaría en {other}, que se mantiene libre.</translation>
    </message>
    <message>
        <source>{name} would stand on {other}.</source>
        <translation>{name} quedaría encima de {other}.</translation>
    </message>
    <message>
        <source>{name} would stand where {other} opens.</source>
        <translation>{name} estaría donde se abre {other}.</translation>
    </message>
</context>
<context>
    <name>floor_items</name>
    <message>
        <source>A delivery route has two points or more.</source>
        <translation>Una ruta de entrega tiene dos puntos o más.</translation>
    </message>
    <message>
        <source>A point lies more than 10 km away.</source>
        <translation>Un punto está a más de 10 km.</translation>
    </message>
    <message>
        <source>An outline has at most {most} points.</source>
        <translation>Un contorno tiene {most} puntos como máximo.</translation>
    </message>
    <message>
        <source>An outline has three corners or more and holds some floor.</source>
        <translation>Un contorno tiene tres esquinas o más y encierra algo de suelo.</translation>
    </message>
    <message>
        <source>The picture would be larger than 10 km or smaller than 2 mm.</source>
        <translation>La imagen mediría más de 10 km o menos de 2 mm.</translation>
    </message>
    <message>
        <source>The scale needs two points that lie apart.</source>
        <translation>La escala necesita dos puntos distintos.</translation>
    </message>
</context>
<context>
    <name>formats</name>
    <message>
        <source>A table of cables and the playbook that makes them in Nautobot</source>
        <translation>Una tabla de cables y el playbook que los crea en Nautobot</translation>
    </message>
    <message>
        <source>Add a network and cable the project.</source>
        <translation>Añada una red y cablee el proyecto.</translation>
    </message>
    <message>
        <source>Addresses and VLANs</source>
        <translation>Direcciones y VLAN</translation>
    </message>
    <message>
        <source>Cables alone, for a NetBox that has the devices already</source>
        <translation>Solo los cables, para un NetBox que ya tiene los equipos</translation>
    </message>
    <message>
        <source>Choose one of: {names}.</source>
        <translation>Elija uno de estos: {names}.</translation>
    </message>
    <message>
        <source>Device list (CSV)</source>
        <translation>Lista de equipos (CSV)</translation>
    </message>
    <message>
        <source>Device list (Excel)</source>
        <translation>Lista de equipos (Excel)</translation>
    </message>
    <message>
        <source>Devices and links for what draws and measures graphs</source>
        <translation>Equipos y enlaces para lo que dibuja y mide grafos</translation>
    </message>
    <message>
        <source>Every InfiniBand link as ibdiagnet writes it, and the map of adapters</source>
        <translation>Todos los enlaces InfiniBand como los escribe ibdiagnet, y el mapa de adaptadores</translation>
    </message>
    <message>
        <source>Every InfiniBand link, as ibnetdiscover prints it; ibsim boots it for a subnet manager</source>
        <translation>Todos los enlaces InfiniBand como los escribe ibnetdiscover; ibsim la arranca para un gestor de subred</translation>
    </message>
    <message>
        <source>Every leg of a cable with both ends, type, modules and length; edit it and take it in again</source>
        <translation>Cada ramal de cable con ambos extremos, tipo, módulos y longitud; edítela y vuelva a importarla</translation>
    </message>
    <message>
        <source>Every link with its devices and ports, as PTM and NVIDIA Air read it</source>
        <translation>Todos los enlaces con sus equipos y puertos, como los leen PTM y NVIDIA Air</translation>
    </message>
    <message>
        <source>Every link with rack and unit, as the Cable Validation Tool reads it</source>
        <translation>Todos los enlaces con rack y unidad, como los lee la Cable Validation Tool</translation>
    </message>
    <message>
        <source>Floor drawing (DXF)</source>
        <translation>Dibujo de la planta (DXF)</translation>
    </message>
    <message>
        <source>Floor picture (SVG)</source>
        <translation>Imagen de la planta (SVG)</translation>
    </message>
    <message>
        <source>Graph (GraphML)</source>
        <translation>Grafo (GraphML)</translation>
    </message>
    <message>
        <source>Halls, racks and what else stands on their floors, on layers, in millimetres</source>
        <translation>Salas, racks y lo demás que está en su suelo, por capas, en milímetros</translation>
    </message>
    <message>
        <source>Halls, rows, racks and devices, one a line; edit it and take it in again</source>
        <translation>Salas, filas, racks y equipos, uno por línea; se edita y se vuelve a importar</translation>
    </message>
    <message>
        <source>Hosts file, DHCP, Ansible inventory, NetBox tables and the settings for RoCE</source>
        <translation>Archivo hosts, DHCP, inventario de Ansible, tablas de NetBox y los ajustes de RoCE</translation>
    </message>
    <message>
        <source>InfiniBand subnet (ibsim, ibnetdiscover)</source>
        <translation>Subred InfiniBand (ibsim, ibnetdiscover)</translation>
    </message>
    <message>
        <source>InfiniBand topology (.topo for NVIDIA CVT and UFM)</source>
        <translation>Topología InfiniBand (.topo para NVIDIA CVT y UFM)</translation>
    </message>
    <message>
        <source>List of cables (CSV)</source>
        <translation>Lista de cables (CSV)</translation>
    </message>
    <message>
        <source>List of cables (Excel)</source>
        <translation>Lista de cables (Excel)</translation>
    </message>
    <message>
        <source>Nautobot cables (Ansible)</source>
        <translation>Cables de Nautobot (Ansible)</translation>
    </message>
    <message>
        <source>NetBox (CSV and YAML)</source>
        <translation>NetBox (CSV y YAML)</translation>
    </message>
    <message>
        <source>NetBox cables (CSV)</source>
        <translation>Cables de NetBox (CSV)</translation>
    </message>
    <message>
        <source>No node has a link of a compute network in this project.</source>
        <translation>En este proyecto ningún nodo tiene un enlace de una red de cómputo.</translation>
    </message>
    <message>
        <source>No project goes out as {name}.</source>
        <translation>Ningún proyecto sale como {name}.</translation>
    </message>
    <message>
        <source>Nothing comes in as {name}.</source>
        <translation>Nada entra como {name}.</translation>
    </message>
    <message>
        <source>Point to point (Excel for NVIDIA CVT)</source>
        <translation>Punto a punto (Excel para NVIDIA CVT)</translation>
    </message>
    <message>
        <source>Slurm topology (topology.conf)</source>
        <translation>Topología de Slurm (topology.conf)</translation>
    </message>
    <message>
        <source>Slurm topology (topology.yaml)</source>
        <translation>Topología de Slurm (topology.yaml)</translation>
    </message>
    <message>
        <source>The files that NetBox imports, in its order; racks and devices that NetBox exports come in</source>
        <translation>Los archivos que NetBox importa, en su orden; entran los racks y equipos que NetBox exporta</translation>
    </message>
    <message>
        <source>The same as a picture to print or to put into a page</source>
        <translation>Lo mismo como imagen para imprimir o para poner en una página</translation>
    </message>
    <message>
        <source>The same as a workbook</source>
        <translation>Lo mismo como libro de Excel</translation>
    </message>
    <message>
        <source>The same for newer Slurm, with blocks of NVLink domains</source>
        <translation>Lo mismo para Slurm más nuevo, con bloques de dominios NVLink</translation>
    </message>
    <message>
        <source>There are no InfiniBand links in this project.</source>
        <translation>En este proyecto no hay enlaces InfiniBand.</translation>
    </message>
    <message>
        <source>There are no cables in this project.</source>
        <translation>En este proyecto no hay cables.</translation>
    </message>
    <message>
        <source>Topology (DOT for PTM and NVIDIA Air)</source>
        <translation>Topología (DOT para PTM y NVIDIA Air)</translation>
    </message>
    <message>
        <source>Which nodes share switches of the compute network</source>
        <translation>Qué nodos comparten conmutadores de la red de cómputo</translation>
    </message>
</context>
<context>
    <name>hardware</name>
    <message>
        <source>The catalog entry {key} is not well formed.</source>
        <translation>La entrada {key} del catálogo no está bien formada.</translation>
    </message>
    <message>
        <source>{key}, {where}: {what}</source>
        <translation>{key}, {where}: {what}</translation>
    </message>
</context>
<context>
    <name>ibnetdiscover</name>
    <message>
        <source>the file cannot be read: {reason}.</source>
        <translation>no se puede leer el archivo: {reason}.</translation>
    </message>
    <message>
        <source>the file has more than {limit} links.</source>
        <translation>el archivo tiene más de {limit} enlaces.</translation>
    </message>
    <message>
        <source>the file is larger than {limit} MiB.</source>
        <translation>el archivo ocupa más de {limit} MiB.</translation>
    </message>
    <message>
        <source>the line has more than {limit} characters.</source>
        <translation>la línea tiene más de {limit} caracteres.</translation>
    </message>
    <message>
        <source>the line is none of ibnetdiscover: {start}</source>
        <translation>la línea no es de ibnetdiscover: {start}</translation>
    </message>
    <message>
        <source>the line of a port belongs to no node.</source>
        <translation>la línea de un puerto no pertenece a ningún nodo.</translation>
    </message>
    <message>
        <source>the line should be a GUID and a name, and is: {start}</source>
        <translation>la línea debería ser un GUID y un nombre, y es: {start}</translation>
    </message>
    <message>
        <source>the line should be that of a port, such as {form}, and is not: {start}</source>
        <translation>la línea debería ser la de un puerto, como {form}, y no lo es: {start}</translation>
    </message>
    <message>
        <source>the line should begin a node, such as {form}, and does not: {start}</source>
        <translation>la línea debería empezar un nodo, como {form}, y no lo hace: {start}</translation>
    </message>
    <message>
        <source>the node {name} is there twice.</source>
        <translation>el nodo {name} aparece dos veces.</translation>
    </message>
    <message>
        <source>the other end of the link says something else, line {line}.</source>
        <translation>el otro extremo del enlace dice otra cosa, línea {line}.</translation>
    </message>
    <message>
        <source>the port {port} has a line already, line {line}.</source>
        <translation>el puerto {port} ya tiene una línea, la {line}.</translation>
    </message>
    <message>
        <source>there is no node in the file.</source>
        <translation>no hay ningún nodo en el archivo.</translation>
    </message>
    <message>
        <source>there is no port {port} on a node of {ports}.</source>
        <translation>no hay puerto {port} en un nodo de {ports}.</translation>
    </message>
    <message>
        <source>this is not what ibnetdiscover prints. No line begins a node, such as {form}; the first strange one is: {start}</source>
        <translation>esto no es lo que escribe ibnetdiscover. Ninguna línea empieza un nodo, como {form}; la primera extraña es: {start}</translation>
    </message>
</context>
<context>
    <name>import</name>
    <message>
        <source>Give each of them a name of its own.</source>
        <translation>Dé a cada uno un nombre propio.</translation>
    </message>
    <message>
        <source>Give the rack a type, or add one to the catalog.</source>
        <translation>Dé un tipo al rack o añada uno al catálogo.</translation>
    </message>
    <message>
        <source>Import {name}: {new} new, {changed} changed</source>
        <translation>Importar {name}: nuevos {new}, cambiados {changed}</translation>
    </message>
    <message>
        <source>Name a rack, or leave the unit empty.</source>
        <translation>Nombre un rack o deje la unidad vacía.</translation>
    </message>
    <message>
        <source>Name the hall and the row as well, or give one of them another name in the project.</source>
        <translation>Nombre también la sala y la fila, o dé otro nombre a uno de ellos en el proyecto.</translation>
    </message>
    <message>
        <source>Perhaps it is {keys}; else add the type to the catalog first.</source>
        <translation>Quizá sea {keys}; si no, añada antes el tipo al catálogo.</translation>
    </message>
    <message>
        <source>Pull that cable out first, or take the line out of the list.</source>
        <translation>Quite antes ese cable o elimine la línea de la lista.</translation>
    </message>
    <message>
        <source>Remove one of the lines, or give one another name.</source>
        <translation>Quite una de las líneas o dé otro nombre a una.</translation>
    </message>
    <message>
        <source>The list holds nothing.</source>
        <translation>La lista no contiene nada.</translation>
    </message>
    <message>
        <source>Write a key, a model or a part number of the catalog, or add the type to it first.</source>
        <translation>Escriba una clave, un modelo o un número de parte del catálogo, o añádale antes el tipo.</translation>
    </message>
    <message>
        <source>Write a key, a model or a part number of the catalog.</source>
        <translation>Escriba una clave, un modelo o un número de parte del catálogo.</translation>
    </message>
    <message>
        <source>Write the key of an entry of the catalog.</source>
        <translation>Escriba la clave de una entrada del catálogo.</translation>
    </message>
    <message>
        <source>Write the key of one of them: {keys}.</source>
        <translation>Escriba la clave de uno de ellos: {keys}.</translation>
    </message>
    <message>
        <source>Write the lowest unit that it takes, or leave the rack empty.</source>
        <translation>Escriba la unidad más baja que ocupa o deje el rack vacío.</translation>
    </message>
    <message>
        <source>Write the name of a device of the list or of the project.</source>
        <translation>Escriba el nombre de un equipo de la lista o del proyecto.</translation>
    </message>
    <message>
        <source>Write the name of the hall; one that does not exist yet is made.</source>
        <translation>Escriba el nombre de la sala; si aún no existe, se crea.</translation>
    </message>
    <message>
        <source>Write the type of the rack, or add the rack to the project first.</source>
        <translation>Escriba el tipo del rack o añada antes el rack al proyecto.</translation>
    </message>
    <message>
        <source>neither the project nor the catalog knows a device {name}.</source>
        <translation>ni el proyecto ni el catálogo conocen un equipo {name}.</translation>
    </message>
    <message>
        <source>neither the project nor the catalog knows a rack {name}.</source>
        <translation>ni el proyecto ni el catálogo conocen un rack {name}.</translation>
    </message>
    <message>
        <source>several are called {name}.</source>
        <translation>varios se llaman {name}.</translation>
    </message>
    <message>
        <source>several devices are called {name}.</source>
        <translation>varios equipos se llaman {name}.</translation>
    </message>
    <message>
        <source>the catalog has no generic rack of {units} units for {width} inches.</source>
        <translation>el catálogo no tiene un rack genérico de {units} unidades para {width} pulgadas.</translation>
    </message>
    <message>
        <source>the device would sit in itself.</source>
        <translation>el equipo estaría dentro de sí mismo.</translation>
    </message>
    <message>
        <source>the hall is missing.</source>
        <translation>falta la sala.</translation>
    </message>
    <message>
        <source>the port has the cable {number} already, which leads elsewhere.</source>
        <translation>el puerto ya tiene el cable {number}, que va a otro sitio.</translation>
    </message>
    <message>
        <source>the port has {lanes} lanes, counted from 0.</source>
        <translation>el puerto tiene {lanes} carriles, contados desde 0.</translation>
    </message>
    <message>
        <source>the port is named twice, here and in {other}.</source>
        <translation>el puerto se nombra dos veces, aquí y en {other}.</translation>
    </message>
    <message>
        <source>the rack {name} has another type in {other}.</source>
        <translation>el rack {name} tiene otro tipo en {other}.</translation>
    </message>
    <message>
        <source>the rack {name} is new, and its type is missing.</source>
        <translation>el rack {name} es nuevo y falta su tipo.</translation>
    </message>
    <message>
        <source>the type is missing.</source>
        <translation>falta el tipo.</translation>
    </message>
    <message>
        <source>the unit in the rack is missing.</source>
        <translation>falta la unidad en el rack.</translation>
    </message>
    <message>
        <source>there is a unit, but no rack.</source>
        <translation>hay una unidad, pero ningún rack.</translation>
    </message>
    <message>
        <source>there is no device {name}.</source>
        <translation>no hay ningún equipo {name}.</translation>
    </message>
    <message>
        <source>there is no network {name}.</source>
        <translation>no hay ninguna red {name}.</translation>
    </message>
    <message>
        <source>{name} comes twice; it is in {other} already.</source>
        <translation>{name} aparece dos veces; ya está en {other}.</translation>
    </message>
    <message>
        <source>{name} has no port {port} in which a cable can end.</source>
        <translation>{name} no tiene un puerto {port} en el que pueda terminar un cable.</translation>
    </message>
    <message>
        <source>{name} may be several types.</source>
        <translation>{name} puede ser varios tipos.</translation>
    </message>
    <message>
        <source>{value} is no cable or module of the catalog.</source>
        <translation>{value} no es un cable ni un módulo del catálogo.</translation>
    </message>
</context>
<context>
    <name>label_pattern</name>
    <message>
        <source>A label has between one line and {most}.</source>
        <translation>Una etiqueta tiene entre una línea y {most}.</translation>
    </message>
    <message>
        <source>Fields are {fields}.</source>
        <translation>Los campos son {fields}.</translation>
    </message>
    <message>
        <source>Line {number} of the label is longer than {most} letters.</source>
        <translation>La línea {number} de la etiqueta supera las {most} letras.</translation>
    </message>
    <message>
        <source>Line {number} of the label: {what} is no field.</source>
        <translation>Línea {number} de la etiqueta: {what} no es un campo.</translation>
    </message>
</context>
<context>
    <name>links</name>
    <message>
        <source>200 Gb/s a lane (XDR, 1.6T) run over single-mode fibre and copper, never over multi-mode fibre.</source>
        <translation>200 Gb/s por carril (XDR, 1,6T) van por fibra monomodo y cobre, nunca por fibra multimodo.</translation>
    </message>
    <message>
        <source>A finned top does not fit a cage for flat tops.</source>
        <translation>Un módulo con aletas no entra en una jaula para módulos planos.</translation>
    </message>
    <message>
        <source>A flat top is not cooled in a cage for finned tops.</source>
        <translation>Un módulo plano no se refrigera en una jaula para módulos con aletas.</translation>
    </message>
    <message>
        <source>A module is missing between the {connector} of the cable and the {cage} cage.</source>
        <translation>Falta un módulo entre el {connector} del cable y la jaula {cage}.</translation>
    </message>
    <message>
        <source>A module is planned in a {socket} socket, which takes none.</source>
        <translation>Hay un módulo previsto en una toma {socket}, que no admite ninguno.</translation>
    </message>
    <message>
        <source>A {plug} plug does not go into a {cage} cage.</source>
        <translation>Un conector {plug} no entra en una jaula {cage}.</translation>
    </message>
    <message>
        <source>A {plug} plug is newer than a {cage} cage and does not work in it.</source>
        <translation>Un conector {plug} es más nuevo que una jaula {cage} y no funciona en ella.</translation>
    </message>
    <message>
        <source>Angled ferrules (APC) do not meet in an adapter that joins key up to key up.</source>
        <translation>Las férulas en ángulo (APC) no casan en un adaptador que une llave arriba con llave arriba.</translation>
    </message>
    <message>
        <source>Both connectors have pins.</source>
        <translation>Los dos conectores tienen pines.</translation>
    </message>
    <message>
        <source>Cable</source>
        <translation>Cable</translation>
    </message>
    <message>
        <source>Connector</source>
        <translation>Conector</translation>
    </message>
    <message>
        <source>Fibres of several grades are joined: {grades}; the weakest one counts.</source>
        <translation>Se unen fibras de varios grados: {grades}; cuenta el más débil.</translation>
    </message>
    <message>
        <source>Fire class</source>
        <translation>Clase de fuego</translation>
    </message>
    <message>
        <source>Form factor</source>
        <translation>Formato</translation>
    </message>
    <message>
        <source>Gender</source>
        <translation>Género</translation>
    </message>
    <message>
        <source>Grade of fibre</source>
        <translation>Grado de fibra</translation>
    </message>
    <message>
        <source>Heat sink</source>
        <translation>Disipador</translation>
    </message>
    <message>
        <source>How far the link may reach is not known.</source>
        <translation>No se sabe hasta dónde puede llegar el enlace.</translation>
    </message>
    <message>
        <source>Lanes</source>
        <translation>Carriles</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Pérdida</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>Medio</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>Módulo</translation>
    </message>
    <message>
        <source>Multi-mode and single-mode fibre, or fibre and copper, are joined in one link.</source>
        <translation>Se unen en un enlace fibra multimodo y monomodo, o fibra y cobre.</translation>
    </message>
    <message>
        <source>Neither connector has pins.</source>
        <translation>Ninguno de los conectores tiene pines.</translation>
    </message>
    <message>
        <source>No cable is chosen.</source>
        <translation>No hay cable elegido.</translation>
    </message>
    <message>
        <source>No cable joins a socket for twisted pair with one for fibre.</source>
        <translation>Ningún cable une una toma de par trenzado con una de fibra.</translation>
    </message>
    <message>
        <source>Optics</source>
        <translation>Óptica</translation>
    </message>
    <message>
        <source>Polarity</source>
        <translation>Polaridad</translation>
    </message>
    <message>
        <source>Polish</source>
        <translation>Pulido</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Puerto</translation>
    </message>
    <message>
        <source>Ports, modules and cable have no protocol in common: {protocols}.</source>
        <translation>Puertos, módulos y cable no tienen ningún protocolo en común: {protocols}.</translation>
    </message>
    <message>
        <source>Protocol</source>
        <translation>Protocolo</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Tasa</translation>
    </message>
    <message>
        <source>Reach</source>
        <translation>Alcance</translation>
    </message>
    <message>
        <source>Splitter</source>
        <translation>Divisor</translation>
    </message>
    <message>
        <source>The cable brings its own {plug} plug, yet the module {module} is planned.</source>
        <translation>El cable trae su propio conector {plug}, pero está previsto el módulo {module}.</translation>
    </message>
    <message>
        <source>The jacket of {cable} is {rating}; the site asks for {required}.</source>
        <translation>La cubierta de {cable} es {rating}; el emplazamiento pide {required}.</translation>
    </message>
    <message>
        <source>The length of a cable is not known.</source>
        <translation>No se sabe la longitud de un cable.</translation>
    </message>
    <message>
        <source>The link ends beyond the {there} lanes of its port.</source>
        <translation>El enlace termina más allá de los {there} carriles de su puerto.</translation>
    </message>
    <message>
        <source>The link gives {rate}, {wanted} are asked for.</source>
        <translation>El enlace da {rate}; se piden {wanted}.</translation>
    </message>
    <message>
        <source>The link is {length} long and may be {most} long.</source>
        <translation>El enlace mide {length} y puede medir {most}.</translation>
    </message>
    <message>
        <source>The link loses {loss} with {matings} matings; its optics bear {most}.</source>
        <translation>El enlace pierde {loss} con {matings} uniones; su óptica admite {most}.</translation>
    </message>
    <message>
        <source>The link takes {lanes} lanes, but there are fibres for {there}.</source>
        <translation>El enlace toma {lanes} carriles, pero hay fibras para {there}.</translation>
    </message>
    <message>
        <source>The medium of the cable is not known.</source>
        <translation>No se sabe el medio del cable.</translation>
    </message>
    <message>
        <source>The module is for another medium than this copper cable.</source>
        <translation>El módulo es para otro medio que este cable de cobre.</translation>
    </message>
    <message>
        <source>The module is for another medium than this multi-mode fibre.</source>
        <translation>El módulo es para otro medio que esta fibra multimodo.</translation>
    </message>
    <message>
        <source>The module is for another medium than this single-mode fibre.</source>
        <translation>El módulo es para otro medio que esta fibra monomodo.</translation>
    </message>
    <message>
        <source>The polarity of a cable is not known.</source>
        <translation>No se sabe la polaridad de un cable.</translation>
    </message>
    <message>
        <source>There is no port for data.</source>
        <translation>No hay ningún puerto de datos.</translation>
    </message>
    <message>
        <source>What is sent does not arrive where it is heard ({parts}).</source>
        <translation>Lo que se envía no llega adonde se escucha ({parts}).</translation>
    </message>
    <message>
        <source>What is sent does not arrive where it is heard: no parallel link runs over type C ({parts}).</source>
        <translation>Lo que se envía no llega adonde se escucha: ningún enlace paralelo va por el tipo C ({parts}).</translation>
    </message>
    <message>
        <source>What is sent does not arrive where it is heard: {parts} mirror it {count} times, and it must be an odd number.</source>
        <translation>Lo que se envía no llega adonde se escucha: {parts} lo invierten {count} veces, y debe ser un número impar.</translation>
    </message>
    <message>
        <source>What the link loses is not known: a length or an attenuation is missing.</source>
        <translation>No se sabe lo que pierde el enlace: falta una longitud o una atenuación.</translation>
    </message>
    <message>
        <source>What the link may lose is not known.</source>
        <translation>No se sabe lo que puede perder el enlace.</translation>
    </message>
    <message>
        <source>Whether a flat or a finned top fits the cage is not known.</source>
        <translation>No se sabe si en la jaula entra un módulo plano o con aletas.</translation>
    </message>
    <message>
        <source>Whether the jacket of {cable} is of class {required} is not known.</source>
        <translation>No se sabe si la cubierta de {cable} es de clase {required}.</translation>
    </message>
    <message>
        <source>fibres for {lanes} lanes</source>
        <translation>fibras para {lanes} carriles</translation>
    </message>
    <message>
        <source>finned top in a cage for finned tops</source>
        <translation>módulo con aletas en una jaula para ellos</translation>
    </message>
    <message>
        <source>flat top in a cage for flat tops</source>
        <translation>módulo plano en una jaula para ellos</translation>
    </message>
    <message>
        <source>jacket {rating}</source>
        <translation>cubierta {rating}</translation>
    </message>
    <message>
        <source>multi-mode</source>
        <translation>multimodo</translation>
    </message>
    <message>
        <source>optics that can be split</source>
        <translation>óptica que se puede dividir</translation>
    </message>
    <message>
        <source>pins meet holes</source>
        <translation>pines con orificios</translation>
    </message>
    <message>
        <source>single-mode</source>
        <translation>monomodo</translation>
    </message>
    <message>
        <source>what is sent arrives where it is heard ({parts})</source>
        <translation>lo que se envía llega adonde se escucha ({parts})</translation>
    </message>
    <message>
        <source>{grade} all the way</source>
        <translation>{grade} en todo el trayecto</translation>
    </message>
    <message>
        <source>{length} of {most}</source>
        <translation>{length} de {most}</translation>
    </message>
    <message>
        <source>{loss} of {most}, matings: {matings}</source>
        <translation>{loss} de {most}, uniones: {matings}</translation>
    </message>
    <message>
        <source>{module} cannot be split: its wavelengths share one fibre.</source>
        <translation>{module} no se puede dividir: sus longitudes de onda comparten una fibra.</translation>
    </message>
    <message>
        <source>{module} in the cage</source>
        <translation>{module} en la jaula</translation>
    </message>
    <message>
        <source>{one} against {other}</source>
        <translation>{one} contra {other}</translation>
    </message>
    <message>
        <source>{one} and {other} do not understand each other: their light or its coding differs.</source>
        <translation>{one} y {other} no se entienden: difieren en la luz o en su codificación.</translation>
    </message>
    <message>
        <source>{one} must not meet {other}.</source>
        <translation>{one} no debe unirse con {other}.</translation>
    </message>
    <message>
        <source>{one} with {other}</source>
        <translation>{one} con {other}</translation>
    </message>
    <message>
        <source>{plug} does not go into {socket}.</source>
        <translation>{plug} no entra en {socket}.</translation>
    </message>
    <message>
        <source>{plug} in {socket}</source>
        <translation>{plug} en {socket}</translation>
    </message>
    <message>
        <source>{plug} plug in a {cage} cage</source>
        <translation>conector {plug} en una jaula {cage}</translation>
    </message>
    <message>
        <source>{protocols}</source>
        <translation>{protocols}</translation>
    </message>
    <message>
        <source>{rate}</source>
        <translation>{rate}</translation>
    </message>
</context>
<context>
    <name>media</name>
    <message>
        <source>No way leads from one end to the other.</source>
        <translation>Ningún camino lleva de un extremo al otro.</translation>
    </message>
    <message>
        <source>Nothing that joins {a} and {b} at {rate} reaches far enough: {reach} at most.</source>
        <translation>Nada de lo que une {a} y {b} a {rate} llega tan lejos: {reach} como máximo.</translation>
    </message>
    <message>
        <source>The catalog has nothing that joins {a} and {b} at {rate}.</source>
        <translation>El catálogo no tiene nada que una {a} y {b} a {rate}.</translation>
    </message>
    <message>
        <source>The module in {a} or {b} serves other links that need another medium.</source>
        <translation>El módulo de {a} o {b} sirve a otros enlaces que necesitan otro medio.</translation>
    </message>
    <message>
        <source>What would join {a} and {b} at {rate} has the wrong top for one of the cages.</source>
        <translation>Lo que uniría {a} y {b} a {rate} tiene la tapa equivocada para una de las jaulas.</translation>
    </message>
    <message>
        <source>What would join {a} and {b} at {rate} is not made for this kind of network.</source>
        <translation>Lo que uniría {a} y {b} a {rate} no está hecho para este tipo de red.</translation>
    </message>
    <message>
        <source>What would join {a} and {b} at {rate} is not wanted at this site.</source>
        <translation>Lo que uniría {a} y {b} a {rate} no se quiere en este emplazamiento.</translation>
    </message>
    <message>
        <source>{a} and {b} can be joined at {rate} only with an adapter between plug and cage.</source>
        <translation>{a} y {b} solo se pueden unir a {rate} con un adaptador entre conector y jaula.</translation>
    </message>
</context>
<context>
    <name>models</name>
    <message>
        <source>Give the path of its config.json, or a part of its name.</source>
        <translation>Indique la ruta de su config.json o una parte de su nombre.</translation>
    </message>
    <message>
        <source>Known kinds are {kinds}.</source>
        <translation>Las clases conocidas son {kinds}.</translation>
    </message>
    <message>
        <source>Lay its config.json beside it.</source>
        <translation>Ponga su config.json al lado.</translation>
    </message>
    <message>
        <source>Name one of them.</source>
        <translation>Indique uno de ellos.</translation>
    </message>
    <message>
        <source>No model here is called {name}.</source>
        <translation>Aquí ningún modelo se llama {name}.</translation>
    </message>
    <message>
        <source>This configuration of a model cannot be used.</source>
        <translation>Esta configuración de un modelo no se puede usar.</translation>
    </message>
    <message>
        <source>{file} and its parts hold {count} tensors, not {said} different ones.</source>
        <translation>{file} y sus partes contienen {count} tensores, no {said} distintos.</translation>
    </message>
    <message>
        <source>{file} does not hold the tensor {name} that {index} looks for in it.</source>
        <translation>{file} no contiene el tensor {name} que {index} busca en él.</translation>
    </message>
    <message>
        <source>{file} does not say in which file beside it each tensor lies.</source>
        <translation>{file} no dice en qué archivo junto a él está cada tensor.</translation>
    </message>
    <message>
        <source>{file} has version {version} of GGUF; versions 2 and 3 are read.</source>
        <translation>{file} tiene la versión {version} de GGUF; se leen las versiones 2 y 3.</translation>
    </message>
    <message>
        <source>{file} holds no object with tensors.</source>
        <translation>{file} no contiene ningún objeto con tensores.</translation>
    </message>
    <message>
        <source>{file} holds no tensors.</source>
        <translation>{file} no contiene tensores.</translation>
    </message>
    <message>
        <source>{file} holds several files of models: {names}.</source>
        <translation>{file} contiene varios archivos de modelos: {names}.</translation>
    </message>
    <message>
        <source>{file} holds {count} elements in {bytes} bytes, but does not say what model they are.</source>
        <translation>{file} contiene {count} elementos en {bytes} bytes, pero no dice de qué modelo son.</translation>
    </message>
    <message>
        <source>{file} is cut short or damaged: its tensors reach to byte {at}, the file ends at byte {size}.</source>
        <translation>{file} está cortado o dañado: sus tensores llegan al byte {at}, el archivo acaba en el byte {size}.</translation>
    </message>
    <message>
        <source>{file} is cut short or damaged: the tensor {name} reaches to byte {at}, the file ends at byte {size}.</source>
        <translation>{file} está cortado o dañado: el tensor {name} llega al byte {at}, el archivo acaba en el byte {size}.</translation>
    </message>
    <message>
        <source>{file} is for machines that store numbers the other way round; it is not read.</source>
        <translation>{file} es para máquinas que guardan los números al revés; no se lee.</translation>
    </message>
    <message>
        <source>{file} is no GGUF file: it does not begin with GGUF.</source>
        <translation>{file} no es un archivo GGUF: no empieza por GGUF.</translation>
    </message>
    <message>
        <source>{file} is no part of {count} files.</source>
        <translation>{file} no es una parte de {count} archivos.</translation>
    </message>
    <message>
        <source>{file} is one of {count} files, of which these are missing: {names}.</source>
        <translation>{file} es uno de {count} archivos, de los que faltan estos: {names}.</translation>
    </message>
    <message>
        <source>{file} says that it is one of {said} files; {count} were found.</source>
        <translation>{file} dice que es uno de {said} archivos; se encontraron {count}.</translation>
    </message>
    <message>
        <source>{file}, byte 0: a header of {count} bytes is longer than the {most} that are read.</source>
        <translation>{file}, byte 0: una cabecera de {count} bytes supera los {most} que se leen.</translation>
    </message>
    <message>
        <source>{file}, byte 0: {count} bytes of header are said to follow, the file has {size}.</source>
        <translation>{file}, byte 0: anuncia {count} bytes de cabecera; el archivo tiene {size}.</translation>
    </message>
    <message>
        <source>{file}, byte {at}: a text of {count} bytes is longer than the {most} that are read.</source>
        <translation>{file}, byte {at}: un texto de {count} bytes supera los {most} que se leen.</translation>
    </message>
    <message>
        <source>{file}, byte {at}: an array of {count} values is said to follow, but only {left} bytes do.</source>
        <translation>{file}, byte {at}: anuncia una lista de {count} valores, pero solo siguen {left} bytes.</translation>
    </message>
    <message>
        <source>{file}, byte {at}: arrays are nested deeper than {most} levels.</source>
        <translation>{file}, byte {at}: las listas están anidadas a más de {most} niveles.</translation>
    </message>
    <message>
        <source>{file}, byte {at}: more than {most} texts in arrays.</source>
        <translation>{file}, byte {at}: más de {most} textos en listas.</translation>
    </message>
    <message>
        <source>{file}, byte {at}: the key {key} stands there twice.</source>
        <translation>{file}, byte {at}: la clave {key} está dos veces.</translation>
    </message>
    <message>
        <source>{file}, byte {at}: the tensor {name} cannot be {shape} elements of {kind}.</source>
        <translation>{file}, byte {at}: el tensor {name} no puede tener {shape} elementos de {kind}.</translation>
    </message>
    <message>
        <source>{file}, byte {at}: the tensor {name} has the type {kind}, which is not known here.</source>
        <translation>{file}, byte {at}: el tensor {name} es del tipo {kind}, que aquí no se conoce.</translation>
    </message>
    <message>
        <source>{file}, byte {at}: the tensor {name} is said to have {axes} axes; 1 to {most} can be.</source>
        <translation>{file}, byte {at}: el tensor {name} anuncia {axes} ejes; puede tener de 1 a {most}.</translation>
    </message>
    <message>
        <source>{file}, byte {at}: the tensor {name} stands there twice.</source>
        <translation>{file}, byte {at}: el tensor {name} está dos veces.</translation>
    </message>
    <message>
        <source>{file}, byte {at}: there is no type of values {kind}.</source>
        <translation>{file}, byte {at}: no existe el tipo de valores {kind}.</translation>
    </message>
    <message>
        <source>{file}, byte {at}: this is no JSON.</source>
        <translation>{file}, byte {at}: esto no es JSON.</translation>
    </message>
    <message>
        <source>{file}, byte {at}: this is no text in UTF-8.</source>
        <translation>{file}, byte {at}: esto no es texto en UTF-8.</translation>
    </message>
    <message>
        <source>{file}, byte {at}: {count} bytes more are needed, but the file ends at byte {size}.</source>
        <translation>{file}, byte {at}: hacen falta {count} bytes más, pero el archivo acaba en el byte {size}.</translation>
    </message>
    <message>
        <source>{file}, byte {at}: {count} entries are more than the {most} that are read.</source>
        <translation>{file}, byte {at}: {count} entradas son más que las {most} que se leen.</translation>
    </message>
    <message>
        <source>{file}, byte {at}: {count} entries are said to follow, but only {left} bytes do.</source>
        <translation>{file}, byte {at}: anuncia {count} entradas, pero solo siguen {left} bytes.</translation>
    </message>
    <message>
        <source>{file}, byte {at}: {name} begins at {begin}, not where the tensor before ends.</source>
        <translation>{file}, byte {at}: {name} empieza en {begin}, no donde acaba el tensor anterior.</translation>
    </message>
    <message>
        <source>{file}, byte {at}: {name} cannot begin here.</source>
        <translation>{file}, byte {at}: {name} no puede empezar aquí.</translation>
    </message>
    <message>
        <source>{file}: GGUF files of the kind {kind} are not known here.</source>
        <translation>{file}: los archivos GGUF de la clase {kind} no se conocen aquí.</translation>
    </message>
    <message>
        <source>{file}: a name stands there twice, or a number is too long.</source>
        <translation>{file}: un nombre está dos veces o un número es demasiado largo.</translation>
    </message>
    <message>
        <source>{file}: general.alignment is {value}, which cannot be.</source>
        <translation>{file}: general.alignment es {value}, lo que no puede ser.</translation>
    </message>
    <message>
        <source>{file}: its header has too many entries, or its brackets are deeper than {most} or open.</source>
        <translation>{file}: su cabecera tiene demasiadas entradas, o sus corchetes pasan de {most} niveles o no se cierran.</translation>
    </message>
    <message>
        <source>{file}: the tensor {name} has no shape or no place that can be.</source>
        <translation>{file}: el tensor {name} no tiene una forma o un lugar posible.</translation>
    </message>
    <message>
        <source>{file}: the tensor {name} has the type {kind}, which is not known here.</source>
        <translation>{file}: el tensor {name} es del tipo {kind}, que aquí no se conoce.</translation>
    </message>
    <message>
        <source>{file}: {name} differs by layer, which is not read for this kind of model.</source>
        <translation>{file}: {name} cambia según la capa, lo que no se lee para esta clase de modelo.</translation>
    </message>
    <message>
        <source>{file}: {name} has {count} elements of {bits} bits, but bytes {begin} to {end}.</source>
        <translation>{file}: {name} tiene {count} elementos de {bits} bits, pero los bytes {begin} a {end}.</translation>
    </message>
    <message>
        <source>{name} cannot be read: {what}.</source>
        <translation>No se puede leer {name}: {what}.</translation>
    </message>
    <message>
        <source>{name} holds no object with the values of a model.</source>
        <translation>{name} no contiene un objeto con los valores de un modelo.</translation>
    </message>
    <message>
        <source>{name} is larger than {most} MiB, which no configuration of a model is.</source>
        <translation>{name} ocupa más de {most} MiB; ninguna configuración de un modelo es tan grande.</translation>
    </message>
    <message>
        <source>{name} is nested deeper than {most} levels.</source>
        <translation>{name} está anidado a más de {most} niveles.</translation>
    </message>
    <message>
        <source>{name} is no text in UTF-8: byte {at} is not.</source>
        <translation>{name} no es texto en UTF-8: el byte {at} no lo es.</translation>
    </message>
    <message>
        <source>{name} may be any of these models: {names}.</source>
        <translation>{name} puede ser cualquiera de estos modelos: {names}.</translation>
    </message>
    <message>
        <source>{name}, line {line}, column {column}: this is no JSON ({what}).</source>
        <translation>{name}, línea {line}, columna {column}: esto no es JSON ({what}).</translation>
    </message>
    <message>
        <source>{name}: a number in it is too long.</source>
        <translation>{name}: contiene un número demasiado largo.</translation>
    </message>
    <message>
        <source>{name}: models of the kind {family} are not known here.</source>
        <translation>{name}: aquí no se conocen los modelos de la clase {family}.</translation>
    </message>
    <message>
        <source>{where}.{name}: {what}</source>
        <translation>{where}.{name}: {what}</translation>
    </message>
</context>
<context>
    <name>name_pattern</name>
    <message>
        <source>A pattern is made of text and of {fields}, such as {example}.</source>
        <translation>Un patrón se compone de texto y de {fields}, por ejemplo {example}.</translation>
    </message>
    <message>
        <source>The pattern needs {field}, or all names of a row would be the same.</source>
        <translation>El patrón necesita {field}; si no, todos los nombres de una fila serían iguales.</translation>
    </message>
</context>
<context>
    <name>netbox</name>
    <message>
        <source>A process of the import ended early; nothing was changed.</source>
        <translation>Un proceso de la importación terminó antes de tiempo; no se cambió nada.</translation>
    </message>
    <message>
        <source>Name a folder or a ZIP archive, or write one kind at a time.</source>
        <translation>Indique una carpeta o un archivo ZIP, o escriba una sola clase cada vez.</translation>
    </message>
    <message>
        <source>NetBox has no type for {key}, which is of the family {family}.</source>
        <translation>NetBox no tiene un tipo para {key}, que es de la familia {family}.</translation>
    </message>
    <message>
        <source>a child device with u_height {value}: it sits in a bay, the height is kept for NetBox</source>
        <translation>un equipo hijo con u_height {value}: va en una bahía, la altura se guarda para NetBox</translation>
    </message>
    <message>
        <source>airflow {value} has no word here: kept for NetBox, shown as not known</source>
        <translation>airflow {value} no tiene palabra aquí: se guarda para NetBox y se muestra como desconocido</translation>
    </message>
    <message>
        <source>airflow {value} is no direction of NetBox: kept for NetBox, not used</source>
        <translation>airflow {value} no es un sentido de NetBox: se guarda para NetBox, no se usa</translation>
    </message>
    <message>
        <source>another type has the key {taken}: this one is {key}</source>
        <translation>otro tipo tiene la clave {taken}: este es {key}</translation>
    </message>
    <message>
        <source>attributes that the profile does not have, or not so ({names}): kept for NetBox, not used</source>
        <translation>atributos que el perfil no tiene, o no así ({names}): se guardan para NetBox, no se usan</translation>
    </message>
    <message>
        <source>attributes without a profile, which NetBox refuses: kept, not used</source>
        <translation>atributos sin perfil, que NetBox rechaza: se guardan, no se usan</translation>
    </message>
    <message>
        <source>device bays without subdevice_role parent: the bays are taken</source>
        <translation>bahías de equipos sin subdevice_role parent: se toman las bahías</translation>
    </message>
    <message>
        <source>is_full_depth is missing: not known here, true for NetBox</source>
        <translation>falta is_full_depth: aquí no se conoce, para NetBox es verdadero</translation>
    </message>
    <message>
        <source>it has no components at all: taken as it is</source>
        <translation>no tiene ningún componente: se toma como está</translation>
    </message>
    <message>
        <source>it lies in the folder {folder} but is made by {vendor}: the document is believed</source>
        <translation>está en la carpeta {folder}, pero lo fabrica {vendor}: se cree al documento</translation>
    </message>
    <message>
        <source>letters beyond ASCII in {value}: kept as they are</source>
        <translation>letras fuera de ASCII en {value}: se dejan como están</translation>
    </message>
    <message>
        <source>line {line}: a name has at most 100 characters</source>
        <translation>línea {line}: un nombre tiene 100 caracteres como máximo</translation>
    </message>
    <message>
        <source>line {line}: a name must be a plain text</source>
        <translation>línea {line}: un nombre debe ser texto simple</translation>
    </message>
    <message>
        <source>line {line}: anchors and aliases are refused</source>
        <translation>línea {line}: no se admiten anclas ni alias</translation>
    </message>
    <message>
        <source>line {line}: tags are refused</source>
        <translation>línea {line}: no se admiten etiquetas</translation>
    </message>
    <message>
        <source>line {line}: the file holds too many documents</source>
        <translation>línea {line}: el archivo contiene demasiados documentos</translation>
    </message>
    <message>
        <source>line {line}: the file holds too many values</source>
        <translation>línea {line}: el archivo contiene demasiados valores</translation>
    </message>
    <message>
        <source>line {line}: the file is nested too deeply</source>
        <translation>línea {line}: el archivo tiene demasiados niveles</translation>
    </message>
    <message>
        <source>line {line}: this is no number that a device can have</source>
        <translation>línea {line}: ningún equipo puede tener este número</translation>
    </message>
    <message>
        <source>line {line}: this is not UTF-8 text</source>
        <translation>línea {line}: esto no es texto UTF-8</translation>
    </message>
    <message>
        <source>line {line}: this is not YAML: {reason}</source>
        <translation>línea {line}: esto no es YAML: {reason}</translation>
    </message>
    <message>
        <source>maximum_draw beside module bays for power supplies says nothing of the whole device: kept for NetBox, no power</source>
        <translation>maximum_draw junto a bahías de fuentes no dice nada del equipo entero: se guarda para NetBox, sin potencia</translation>
    </message>
    <message>
        <source>maximum_draw of a device with outlets is the rating of its inlet: kept for NetBox, no power</source>
        <translation>maximum_draw de un equipo con salidas es el calibre de su toma: se guarda para NetBox, sin potencia</translation>
    </message>
    <message>
        <source>maximum_draw on {count} power ports does not say whether they share or back up: kept for NetBox, no power</source>
        <translation>maximum_draw en tomas ({count}) no dice si se reparten la carga o se respaldan: se guarda para NetBox, sin potencia</translation>
    </message>
    <message>
        <source>mounting_depth {value} may be one of many settings of the rails: kept for NetBox, not used</source>
        <translation>mounting_depth {value} puede ser una de muchas posiciones de los rieles: se guarda para NetBox, no se usa</translation>
    </message>
    <message>
        <source>positions of {count} ports in {list} is no number from 1 to 1024: 1 taken, kept for NetBox</source>
        <translation>positions de puertos de {list} ({count}) no es un número de 1 a 1024: se toma 1, se guarda para NetBox</translation>
    </message>
    <message>
        <source>refused: a document is a mapping with manufacturer and model</source>
        <translation>rechazado: un documento es un mapa con manufacturer y model</translation>
    </message>
    <message>
        <source>refused: it cannot be read: {reason}</source>
        <translation>rechazado: no se puede leer: {reason}</translation>
    </message>
    <message>
        <source>refused: it is encrypted</source>
        <translation>rechazado: está cifrado</translation>
    </message>
    <message>
        <source>refused: the archive holds this path twice</source>
        <translation>rechazado: el archivo comprimido contiene esta ruta dos veces</translation>
    </message>
    <message>
        <source>refused: the file is empty</source>
        <translation>rechazado: el archivo está vacío</translation>
    </message>
    <message>
        <source>refused: the file is larger than {limit} bytes</source>
        <translation>rechazado: el archivo supera {limit} bytes</translation>
    </message>
    <message>
        <source>refused: the path leads out of the library</source>
        <translation>rechazado: la ruta sale de la biblioteca</translation>
    </message>
    <message>
        <source>refused: this is a link or no ordinary file</source>
        <translation>rechazado: es un enlace o no es un archivo corriente</translation>
    </message>
    <message>
        <source>refused: u_height {value} cannot be</source>
        <translation>rechazado: u_height {value} no puede ser</translation>
    </message>
    <message>
        <source>refused: {key} is missing</source>
        <translation>rechazado: falta {key}</translation>
    </message>
    <message>
        <source>refused: {key} {value} is not a text: put it in quotation marks</source>
        <translation>rechazado: {key} {value} no es un texto: póngalo entre comillas</translation>
    </message>
    <message>
        <source>refused: {reason}</source>
        <translation>rechazado: {reason}</translation>
    </message>
    <message>
        <source>slug is missing: one is made when it is written</source>
        <translation>falta slug: se hace uno al escribirlo</translation>
    </message>
    <message>
        <source>subdevice_role parent without device bays: kept for NetBox</source>
        <translation>subdevice_role parent sin bahías de equipos: se guarda para NetBox</translation>
    </message>
    <message>
        <source>subdevice_role {value} is no role of NetBox: kept for NetBox, not used</source>
        <translation>subdevice_role {value} no es un papel de NetBox: se guarda para NetBox, no se usa</translation>
    </message>
    <message>
        <source>the file is larger than {limit} bytes</source>
        <translation>el archivo supera {limit} bytes</translation>
    </message>
    <message>
        <source>the profile {value} is none that NetBox brings: kept for NetBox, not used</source>
        <translation>el perfil {value} no es ninguno de los que trae NetBox: se guarda para NetBox, no se usa</translation>
    </message>
    <message>
        <source>the slug has {count} characters, more than the 50 of older releases: kept</source>
        <translation>el slug supera los 50 caracteres de versiones antiguas ({count}): se deja</translation>
    </message>
    <message>
        <source>the slug {value} is not of small letters, digits, hyphens and underscores: kept for NetBox</source>
        <translation>el slug {value} no es de minúsculas, cifras, guiones y guiones bajos: se guarda para NetBox</translation>
    </message>
    <message>
        <source>u_height is missing: 1 U, as NetBox takes it</source>
        <translation>falta u_height: 1 U, como lo toma NetBox</translation>
    </message>
    <message>
        <source>u_height {value} is a text: read as a number</source>
        <translation>u_height {value} es un texto: se lee como número</translation>
    </message>
    <message>
        <source>u_height {value} is no multiple of 0.5: {taken} U taken, {value} kept for NetBox</source>
        <translation>u_height {value} no es múltiplo de 0,5: se toman {taken} U, {value} se guarda para NetBox</translation>
    </message>
    <message>
        <source>weight 0 means that it is not known: kept for NetBox</source>
        <translation>weight 0 significa que no se conoce: se guarda para NetBox</translation>
    </message>
    <message>
        <source>weight unit {value} is none of kg, g, lb, oz: kept for NetBox, not used</source>
        <translation>la unidad de peso {value} no es kg, g, lb ni oz: se guarda para NetBox, no se usa</translation>
    </message>
    <message>
        <source>weight {value} cannot be a weight: kept for NetBox, not used</source>
        <translation>weight {value} no puede ser un peso: se guarda para NetBox, no se usa</translation>
    </message>
    <message>
        <source>weight {value} has no unit: kept for NetBox, not used</source>
        <translation>weight {value} no tiene unidad: se guarda para NetBox, no se usa</translation>
    </message>
    <message>
        <source>weight_unit without weight: kept for NetBox</source>
        <translation>weight_unit sin weight: se guarda para NetBox</translation>
    </message>
    <message>
        <source>without {keys}: a usual size is assumed so that the rack can be placed, nothing of it goes back to NetBox</source>
        <translation>sin {keys}: se supone un tamaño corriente para poder colocar el rack; nada de eso vuelve a NetBox</translation>
    </message>
    <message>
        <source>{count} entries of {list} have no name: kept for NetBox, not used</source>
        <translation>entradas de {list} sin nombre ({count}): se guardan para NetBox, no se usan</translation>
    </message>
    <message>
        <source>{count} entries of {list} have no type: taken as other</source>
        <translation>entradas de {list} sin tipo ({count}): se toman como other</translation>
    </message>
    <message>
        <source>{count} interfaces without a socket ({example}): kept for NetBox, not ports here</source>
        <translation>interfaces sin conector, {count} ({example}): se guardan para NetBox, aquí no son puertos</translation>
    </message>
    <message>
        <source>{count} names hold the token {token} several times: kept as they stand, NetBox puts the bays there</source>
        <translation>nombres con {token} varias veces ({count}): se dejan como están, NetBox pone ahí las bahías</translation>
    </message>
    <message>
        <source>{count} names in {list} are not texts: read as texts</source>
        <translation>nombres de {list} que no son textos ({count}): se leen como textos</translation>
    </message>
    <message>
        <source>{count} names in {list} are too long: shortened here, kept for NetBox</source>
        <translation>nombres demasiado largos en {list} ({count}): aquí se acortan, se guardan para NetBox</translation>
    </message>
    <message>
        <source>{count} names in {list} come twice ({example}): numbered here, kept for NetBox</source>
        <translation>nombres repetidos en {list}, {count} ({example}): aquí se numeran, se guardan para NetBox</translation>
    </message>
    <message>
        <source>{count} outlets are fed by a power port that is not there ({example}): kept for NetBox</source>
        <translation>salidas alimentadas por una toma que no existe, {count} ({example}): se guarda para NetBox</translation>
    </message>
    <message>
        <source>{count} ports are more than a type can have: kept for NetBox, not used</source>
        <translation>puertos de más de los que puede tener un tipo ({count}): se guardan para NetBox, no se usan</translation>
    </message>
    <message>
        <source>{count} ways between front and rear ports name what is not there or is taken: kept for NetBox, not used</source>
        <translation>pasos entre puertos delanteros y traseros que nombran algo inexistente u ocupado ({count}): se guardan para NetBox, no se usan</translation>
    </message>
    <message>
        <source>{key} in {list} ({count} times) is not known; {near} may be meant: kept for NetBox, not used</source>
        <translation>{key} en {list} (veces: {count}) no se conoce; quizá sea {near}: se guarda para NetBox, no se usa</translation>
    </message>
    <message>
        <source>{key} is not known in {list} ({count} times): kept for NetBox, not used</source>
        <translation>{key} no se conoce en {list} (veces: {count}): se guarda para NetBox, no se usa</translation>
    </message>
    <message>
        <source>{key} is to be written twice.</source>
        <translation>{key} se escribiría dos veces.</translation>
    </message>
    <message>
        <source>{key} stands twice in one mapping: the last one counts, as in NetBox</source>
        <translation>{key} está dos veces en un mapa: cuenta la última, como en NetBox</translation>
    </message>
    <message>
        <source>{key} {value} is neither true nor false: kept for NetBox, not used</source>
        <translation>{key} {value} no es verdadero ni falso: se guarda para NetBox, no se usa</translation>
    </message>
    <message>
        <source>{key} {value} is no whole number of watts: kept for NetBox, no power</source>
        <translation>{key} {value} no es un número entero de vatios: se guarda para NetBox, sin potencia</translation>
    </message>
    <message>
        <source>{key} {value} is not a text: read as one</source>
        <translation>{key} {value} no es un texto: se lee como texto</translation>
    </message>
    <message>
        <source>{list} is no list: kept for NetBox, not used</source>
        <translation>{list} no es una lista: se guarda para NetBox, no se usa</translation>
    </message>
    <message>
        <source>{list}: the type {value} ({count} times) is not one of NetBox: a kind of its own</source>
        <translation>{list}: el tipo {value} (veces: {count}) no es de NetBox: es una clase propia</translation>
    </message>
    <message>
        <source>{path} cannot be read: {reason}.</source>
        <translation>No se puede leer {path}: {reason}.</translation>
    </message>
    <message>
        <source>{path} holds more than {limit} files.</source>
        <translation>{path} contiene más de {limit} archivos.</translation>
    </message>
    <message>
        <source>{path} holds no YAML files of types.</source>
        <translation>{path} no contiene archivos YAML de tipos.</translation>
    </message>
    <message>
        <source>{path} is no ZIP archive, or it is damaged.</source>
        <translation>{path} no es un archivo ZIP, o está dañado.</translation>
    </message>
    <message>
        <source>{path} is no folder, no ZIP archive and no YAML file.</source>
        <translation>{path} no es una carpeta, ni un archivo ZIP, ni un archivo YAML.</translation>
    </message>
    <message>
        <source>{path} unpacks to more than {limit} MiB.</source>
        <translation>{path} ocupa más de {limit} MiB sin comprimir.</translation>
    </message>
    <message>
        <source>{path} would mix {kinds}, which NetBox imports apart.</source>
        <translation>{path} mezclaría {kinds}, que NetBox importa por separado.</translation>
    </message>
    <message>
        <source>{value} is a date for YAML: taken as a text</source>
        <translation>{value} es una fecha para YAML: se toma como texto</translation>
    </message>
</context>
<context>
    <name>network_links</name>
    <message>
        <source>Add a stage: what hangs on which switches.</source>
        <translation>Añada una etapa: qué se conecta a qué conmutadores.</translation>
    </message>
    <message>
        <source>Give switches this role in the inspector, or add a stage with the role that they have.</source>
        <translation>Dé esta función a los conmutadores en el inspector, o añada una etapa con la función que tienen.</translation>
    </message>
    <message>
        <source>No switch has the role {role}.</source>
        <translation>Ningún conmutador tiene la función {role}.</translation>
    </message>
    <message>
        <source>Nothing that holds GPUs has ports of this network at this rate.</source>
        <translation>Nada que lleve GPU tiene puertos de esta red a esta velocidad.</translation>
    </message>
    <message>
        <source>The switches with the role {role} differ in their ports: {first} and {second}.</source>
        <translation>Los conmutadores con la función {role} difieren en sus puertos: {first} y {second}.</translation>
    </message>
    <message>
        <source>The {count} ports of {model} do not make whole rails on {planes} planes.</source>
        <translation>Los {count} puertos de {model} no forman carriles enteros en {planes} planos.</translation>
    </message>
    <message>
        <source>{count} ports are taken by other networks, the first of {name}.</source>
        <translation>{count} puertos los ocupan otras redes, el primero de {name}.</translation>
    </message>
    <message>
        <source>{model} has no ports of {rate} Gb/s.</source>
        <translation>{model} no tiene puertos de {rate} Gb/s.</translation>
    </message>
    <message>
        <source>{model} has {rails} rails, others have {others}.</source>
        <translation>{model} tiene {rails} carriles; otros tienen {others}.</translation>
    </message>
    <message>
        <source>{name} has no rule by which it is cabled.</source>
        <translation>{name} no tiene una regla según la cual cablearla.</translation>
    </message>
    <message>
        <source>{needed} switches with the role {role} are needed, and {there} are there.</source>
        <translation>Se necesitan {needed} conmutadores con la función {role} y hay {there}.</translation>
    </message>
</context>
<context>
    <name>network_proposal</name>
    <message>
        <source>No further network follows from the devices and switches of the project.</source>
        <translation>De los equipos y conmutadores del proyecto no se deduce ninguna red más.</translation>
    </message>
    <message>
        <source>No switch stands in the project.</source>
        <translation>No hay ningún conmutador en el proyecto.</translation>
    </message>
    <message>
        <source>Place switches first.</source>
        <translation>Coloque primero conmutadores.</translation>
    </message>
    <message>
        <source>Say the roles of switches, or add a network.</source>
        <translation>Indique las funciones de los conmutadores o añada una red.</translation>
    </message>
</context>
<context>
    <name>network_stages</name>
    <message>
        <source>Devices with the role {role} have no {links} free ports to be joined with each other.</source>
        <translation>Los equipos con la función {role} no tienen {links} puertos libres para unirlos entre sí.</translation>
    </message>
    <message>
        <source>No device has the role {role}.</source>
        <translation>Ningún equipo tiene la función {role}.</translation>
    </message>
</context>
<context>
    <name>operations</name>
    <message>
        <source>A baseline belongs to a device role.</source>
        <translation>Una línea base pertenece a una función de equipo.</translation>
    </message>
    <message>
        <source>A cable ends in {port} already.</source>
        <translation>En {port} ya termina un cable.</translation>
    </message>
    <message>
        <source>A cable has no more lanes than its ports.</source>
        <translation>Un cable no tiene más carriles que sus puertos.</translation>
    </message>
    <message>
        <source>A cable has no {field} that is set this way.</source>
        <translation>Un cable no tiene ningún {field} que se fije así.</translation>
    </message>
    <message>
        <source>A cable has the ends a and b.</source>
        <translation>Un cable tiene los extremos a y b.</translation>
    </message>
    <message>
        <source>A cable in stock has a length.</source>
        <translation>Un cable en almacén tiene una longitud.</translation>
    </message>
    <message>
        <source>A cable is longer than nothing and at most 10 km long.</source>
        <translation>Un cable mide más de cero y como máximo 10 km.</translation>
    </message>
    <message>
        <source>A cord comes from one outlet or one feed.</source>
        <translation>Un cable viene de una toma o de un circuito.</translation>
    </message>
    <message>
        <source>A cord of {name} in the plan leads from nowhere, or into something that is no inlet.</source>
        <translation>Un cable de {name} del plan no viene de ninguna parte, o va a algo que no es una entrada.</translation>
    </message>
    <message>
        <source>A device has its own type.</source>
        <translation>Un equipo tiene su propio tipo.</translation>
    </message>
    <message>
        <source>A device is mounted on the front or the rear, and to the left or the right.</source>
        <translation>Un dispositivo se monta delante o detrás, y a la izquierda o a la derecha.</translation>
    </message>
    <message>
        <source>A hall has a width, a depth and a height above zero.</source>
        <translation>Una sala tiene anchura, fondo y altura mayores que cero.</translation>
    </message>
    <message>
        <source>A length lies between 1 mm and 10 km.</source>
        <translation>Una longitud está entre 1 mm y 10 km.</translation>
    </message>
    <message>
        <source>A line of the list says what has no meaning.</source>
        <translation>Una línea de la lista dice algo que no tiene sentido.</translation>
    </message>
    <message>
        <source>A name is needed.</source>
        <translation>Hace falta un nombre.</translation>
    </message>
    <message>
        <source>A part of this kind cannot be connected with {name}.</source>
        <translation>Una parte de esta clase no puede conectarse con {name}.</translation>
    </message>
    <message>
        <source>A rack stands in a row or in a hall.</source>
        <translation>Un rack va en una fila o en una sala.</translation>
    </message>
    <message>
        <source>A rear door hangs on a rack, and nothing else does.</source>
        <translation>Una puerta trasera cuelga de un rack, y nada más.</translation>
    </message>
    <message>
        <source>A rectangle is no delivery route; draw the points of its way.</source>
        <translation>Un rectángulo no es una ruta de entrega; dibuja los puntos del camino.</translation>
    </message>
    <message>
        <source>A remark has between 1 and 10,000 characters.</source>
        <translation>Una anotación tiene entre 1 y 10 000 caracteres.</translation>
    </message>
    <message>
        <source>A row has no room for a rack with panels at its end.</source>
        <translation>Una fila no tiene sitio para un rack de paneles al final.</translation>
    </message>
    <message>
        <source>A row is moved with its racks.</source>
        <translation>Una fila se mueve con sus racks.</translation>
    </message>
    <message>
        <source>A severity is one of {severities}.</source>
        <translation>Una gravedad es una de estas: {severities}.</translation>
    </message>
    <message>
        <source>A source or a generator is fed by nothing.</source>
        <translation>Nada alimenta a una acometida ni a un generador.</translation>
    </message>
    <message>
        <source>A trunk has {low} to {high} fibres.</source>
        <translation>Un troncal tiene de {low} a {high} fibras.</translation>
    </message>
    <message>
        <source>A unit takes its cold from another carrier than it supplies.</source>
        <translation>Una unidad toma el frío de otro medio que el que suministra.</translation>
    </message>
    <message>
        <source>A version needs a name.</source>
        <translation>Una versión necesita un nombre.</translation>
    </message>
    <message>
        <source>A way for cables has two points or more.</source>
        <translation>Una vía de cables tiene dos puntos o más.</translation>
    </message>
    <message>
        <source>A way has at most {most} points.</source>
        <translation>Una vía tiene como máximo {most} puntos.</translation>
    </message>
    <message>
        <source>A way to another hall needs its length.</source>
        <translation>Una vía a otra sala necesita su longitud.</translation>
    </message>
    <message>
        <source>Add a stage to the network {name}</source>
        <translation>Añadir una etapa a la red {name}</translation>
    </message>
    <message>
        <source>Add hall {name}</source>
        <translation>Añadir sala {name}</translation>
    </message>
    <message>
        <source>Add rack {name}</source>
        <translation>Añadir rack {name}</translation>
    </message>
    <message>
        <source>Add row {name}</source>
        <translation>Añadir fila {name}</translation>
    </message>
    <message>
        <source>Add row {name} with {count} racks</source>
        <translation>Añadir fila {name} con {count} racks</translation>
    </message>
    <message>
        <source>Add the network {name}</source>
        <translation>Añadir la red {name}</translation>
    </message>
    <message>
        <source>Add {count} parts to the power</source>
        <translation>Añadir {count} partes a la alimentación</translation>
    </message>
    <message>
        <source>Add {count} racks, {first} to {last}</source>
        <translation>Añadir {count} racks, de {first} a {last}</translation>
    </message>
    <message>
        <source>Add {count} units to the cooling</source>
        <translation>Añadir {count} unidades a la refrigeración</translation>
    </message>
    <message>
        <source>Add {name}</source>
        <translation>Añadir {name}</translation>
    </message>
    <message>
        <source>Add {name} to the cooling</source>
        <translation>Añadir {name} a la refrigeración</translation>
    </message>
    <message>
        <source>Add {name} to the floor</source>
        <translation>Añadir {name} a la planta</translation>
    </message>
    <message>
        <source>Add {name} to the power</source>
        <translation>Añadir {name} a la alimentación</translation>
    </message>
    <message>
        <source>Air and loops are no devices.</source>
        <translation>El aire y los circuitos no son equipos.</translation>
    </message>
    <message>
        <source>An alternate is another one than the usual source.</source>
        <translation>La alternativa ha de ser distinta de la fuente habitual.</translation>
    </message>
    <message>
        <source>An exclusion needs a reason of at most 1,000 characters.</source>
        <translation>Una exclusión necesita un motivo de 1000 caracteres como máximo.</translation>
    </message>
    <message>
        <source>An opacity lies between 0 and 100 %.</source>
        <translation>Una opacidad está entre 0 y 100 %.</translation>
    </message>
    <message>
        <source>At least {count} racks or floor devices are needed for this.</source>
        <translation>Para esto hacen falta al menos {count} racks o equipos de suelo.</translation>
    </message>
    <message>
        <source>At most {most} devices can be placed at once.</source>
        <translation>Se pueden colocar como mucho {most} equipos a la vez.</translation>
    </message>
    <message>
        <source>Auto-place {count} devices in {racks} racks</source>
        <translation>Colocar automáticamente {count} equipos en {racks} racks</translation>
    </message>
    <message>
        <source>Baseline of {role}: {key} is {value}</source>
        <translation>Línea base de {role}: {key} es {value}</translation>
    </message>
    <message>
        <source>Between 0 and {most} pieces lie in stock.</source>
        <translation>En almacén hay entre 0 y {most} piezas.</translation>
    </message>
    <message>
        <source>Between 1 and 1000 copies can be made at once.</source>
        <translation>Pueden hacerse entre 1 y 1000 copias de una vez.</translation>
    </message>
    <message>
        <source>Between 1 and {most} are added at once.</source>
        <translation>Se añaden entre 1 y {most} a la vez.</translation>
    </message>
    <message>
        <source>Between 1 and {most} copies can be made of this at once.</source>
        <translation>De esto se pueden hacer entre 1 y {most} copias a la vez.</translation>
    </message>
    <message>
        <source>Between 1 and {most} devices of a line can be placed.</source>
        <translation>Se pueden colocar entre 1 y {most} equipos de una línea.</translation>
    </message>
    <message>
        <source>Between 1 and {most} racks are added at a time.</source>
        <translation>Se añaden entre 1 y {most} racks de una vez.</translation>
    </message>
    <message>
        <source>Between 1 and {most} units are added at a time.</source>
        <translation>Se añaden entre 1 y {most} unidades a la vez.</translation>
    </message>
    <message>
        <source>Bill of materials: {key} is {value}</source>
        <translation>Lista de materiales: {key} es {value}</translation>
    </message>
    <message>
        <source>Build {name}</source>
        <translation>Montar {name}</translation>
    </message>
    <message>
        <source>Cable the network {name}</source>
        <translation>Cablear la red {name}</translation>
    </message>
    <message>
        <source>Cable the project</source>
        <translation>Cablear el proyecto</translation>
    </message>
    <message>
        <source>Cable the project first.</source>
        <translation>Cablee antes el proyecto.</translation>
    </message>
    <message>
        <source>Cable {count} networks</source>
        <translation>Cablear {count} redes</translation>
    </message>
    <message>
        <source>Change a stage of the network {name}</source>
        <translation>Cambiar una etapa de la red {name}</translation>
    </message>
    <message>
        <source>Change the kind of {name}</source>
        <translation>Cambiar la clase de {name}</translation>
    </message>
    <message>
        <source>Change the network {name}</source>
        <translation>Cambiar la red {name}</translation>
    </message>
    <message>
        <source>Choose another place on the floor.</source>
        <translation>Elija otro sitio en la planta.</translation>
    </message>
    <message>
        <source>Choose the power of {count} parts of the cooling</source>
        <translation>Elegir la alimentación de {count} partes de la refrigeración</translation>
    </message>
    <message>
        <source>Choose the power of {name}</source>
        <translation>Elegir la alimentación de {name}</translation>
    </message>
    <message>
        <source>Choose two halls or more to join them.</source>
        <translation>Elija dos salas o más para unirlas.</translation>
    </message>
    <message>
        <source>Colour of rail {name}</source>
        <translation>Color del carril {name}</translation>
    </message>
    <message>
        <source>Colour of the network {name}</source>
        <translation>Color de la red {name}</translation>
    </message>
    <message>
        <source>Connect {count} parts of the cooling</source>
        <translation>Conectar {count} partes de la refrigeración</translation>
    </message>
    <message>
        <source>Connect {name} with the cooling</source>
        <translation>Conectar {name} con la refrigeración</translation>
    </message>
    <message>
        <source>Copy {count} floor items</source>
        <translation>Copiar {count} elementos de la planta</translation>
    </message>
    <message>
        <source>Copy {count} things on the floor</source>
        <translation>Copiar {count} cosas en la planta</translation>
    </message>
    <message>
        <source>Copy {count} ways for cables</source>
        <translation>Copiar {count} vías de cables</translation>
    </message>
    <message>
        <source>Copy {name}</source>
        <translation>Copiar {name}</translation>
    </message>
    <message>
        <source>Cut {count} parts from their sources</source>
        <translation>Separar {count} partes de su origen</translation>
    </message>
    <message>
        <source>Cut {name} from its source</source>
        <translation>Separar {name} de su origen</translation>
    </message>
    <message>
        <source>Delete {count} objects</source>
        <translation>Eliminar {count} elementos</translation>
    </message>
    <message>
        <source>Delete {count} objects and {feeds} feeds that fed nothing else</source>
        <translation>Eliminar {count} objetos y {feeds} circuitos que no alimentaban nada más</translation>
    </message>
    <message>
        <source>Delete {names}</source>
        <translation>Eliminar {names}</translation>
    </message>
    <message>
        <source>Delete {names} and {feeds} feeds that fed nothing else</source>
        <translation>Eliminar {names} y {feeds} circuitos que no alimentaban nada más</translation>
    </message>
    <message>
        <source>Devices of a rack are needed as a pattern.</source>
        <translation>Hacen falta equipos de un rack como patrón.</translation>
    </message>
    <message>
        <source>Devices of one rack are needed to repeat them upwards.</source>
        <translation>Hacen falta equipos de un solo rack para repetirlos hacia arriba.</translation>
    </message>
    <message>
        <source>Drop a version</source>
        <translation>Descartar una versión</translation>
    </message>
    <message>
        <source>Duplicate rack {rack}, {count} new</source>
        <translation>Duplicar rack {rack}, nuevos: {count}</translation>
    </message>
    <message>
        <source>Duplicate {count} things on the floor</source>
        <translation>Duplicar {count} cosas en la planta</translation>
    </message>
    <message>
        <source>Duplicate {name}</source>
        <translation>Duplicar {name}</translation>
    </message>
    <message>
        <source>Each device to move needs one place.</source>
        <translation>Cada equipo que se mueve necesita un sitio.</translation>
    </message>
    <message>
        <source>Exclude a problem: {reason}</source>
        <translation>Excluir un problema: {reason}</translation>
    </message>
    <message>
        <source>Exclude {count} problems: {reason}</source>
        <translation>Excluir {count} problemas: {reason}</translation>
    </message>
    <message>
        <source>Feed {count} parts from {source}</source>
        <translation>Alimentar {count} partes desde {source}</translation>
    </message>
    <message>
        <source>Feed {name} from {source}</source>
        <translation>Alimentar {name} desde {source}</translation>
    </message>
    <message>
        <source>Fill the bays of {holder} with {count} × {model}</source>
        <translation>Llenar las bahías de {holder} con {count} × {model}</translation>
    </message>
    <message>
        <source>Fill {count} racks as {rack}</source>
        <translation>Rellenar {count} racks como {rack}</translation>
    </message>
    <message>
        <source>Fill {rack} with {count} × {model}</source>
        <translation>Rellenar {rack} con {count} × {model}</translation>
    </message>
    <message>
        <source>Flip {count} devices</source>
        <translation>Pasar {count} equipos a la otra cara</translation>
    </message>
    <message>
        <source>Free for it there: {bays}.</source>
        <translation>Libres allí para él: {bays}.</translation>
    </message>
    <message>
        <source>Free in this rack: {places}.</source>
        <translation>Libre en este rack: {places}.</translation>
    </message>
    <message>
        <source>Free {units} in {rack}</source>
        <translation>Liberar {units} en {rack}</translation>
    </message>
    <message>
        <source>Give {rack} one more feed like {name}</source>
        <translation>Dar a {rack} un circuito más como {name}</translation>
    </message>
    <message>
        <source>Give {rack} {count} more feeds like {name}</source>
        <translation>Dar a {rack} {count} circuitos más como {name}</translation>
    </message>
    <message>
        <source>Go back to version {name}</source>
        <translation>Volver a la versión {name}</translation>
    </message>
    <message>
        <source>Halls or rows are cooled, one or the other.</source>
        <translation>Se refrigeran salas o filas, una cosa u otra.</translation>
    </message>
    <message>
        <source>Hang a rear door on {name}</source>
        <translation>Colgar una puerta trasera en {name}</translation>
    </message>
    <message>
        <source>Hang rear doors on {count} racks</source>
        <translation>Colgar puertas traseras en {count} racks</translation>
    </message>
    <message>
        <source>Hang trays above its rows first.</source>
        <translation>Cuelgue antes bandejas sobre sus filas.</translation>
    </message>
    <message>
        <source>Hang {count} trays above the rows</source>
        <translation>Colgar {count} bandejas sobre las filas</translation>
    </message>
    <message>
        <source>Insert it as new halls.</source>
        <translation>Insértela como salas nuevas.</translation>
    </message>
    <message>
        <source>Insert {name}</source>
        <translation>Insertar {name}</translation>
    </message>
    <message>
        <source>It is {field} of number {number} of the {part} of the plan.</source>
        <translation>Es {field} del número {number} de {part} en el plan.</translation>
    </message>
    <message>
        <source>It needs a width and a depth, or an outline; a route needs points.</source>
        <translation>Hacen falta anchura y fondo, o un contorno; una ruta necesita puntos.</translation>
    </message>
    <message>
        <source>It would lie more than 10 km away.</source>
        <translation>Quedaría a más de 10 km.</translation>
    </message>
    <message>
        <source>Join {count} halls by ducts</source>
        <translation>Unir {count} salas con canalizaciones</translation>
    </message>
    <message>
        <source>Judge a problem again</source>
        <translation>Volver a evaluar un problema</translation>
    </message>
    <message>
        <source>Judge {count} problems again</source>
        <translation>Volver a juzgar {count} problemas</translation>
    </message>
    <message>
        <source>Keep version {name}</source>
        <translation>Conservar la versión {name}</translation>
    </message>
    <message>
        <source>Lay a cable from {a} to {b}</source>
        <translation>Tender un cable de {a} a {b}</translation>
    </message>
    <message>
        <source>Lay {count} cables</source>
        <translation>Tender {count} cables</translation>
    </message>
    <message>
        <source>Lay {name} under {hall}</source>
        <translation>Poner {name} bajo {hall}</translation>
    </message>
    <message>
        <source>Lead {count} links over panels</source>
        <translation>Llevar {count} enlaces por paneles</translation>
    </message>
    <message>
        <source>Lengthen row {name} by {count} racks</source>
        <translation>Alargar la fila {name} con {count} racks</translation>
    </message>
    <message>
        <source>Let {name} cool {count} places</source>
        <translation>Hacer que {name} refrigere {count} lugares</translation>
    </message>
    <message>
        <source>Let {name} no longer cool {count} places</source>
        <translation>Hacer que {name} deje de refrigerar {count} lugares</translation>
    </message>
    <message>
        <source>Line {count} things up with {name}</source>
        <translation>Alinear {count} cosas con {name}</translation>
    </message>
    <message>
        <source>Make the gaps between {count} things equal</source>
        <translation>Igualar los huecos entre {count} cosas</translation>
    </message>
    <message>
        <source>Make the hall larger, or choose larger units or units that stand between racks.</source>
        <translation>Amplíe la sala, o elija unidades mayores o que vayan entre racks.</translation>
    </message>
    <message>
        <source>Make {count} racks {model}</source>
        <translation>Convertir {count} racks en {model}</translation>
    </message>
    <message>
        <source>Make {count} units part of the cooling</source>
        <translation>Incorporar {count} unidades a la refrigeración</translation>
    </message>
    <message>
        <source>Make {name} a {model}</source>
        <translation>Convertir {name} en {model}</translation>
    </message>
    <message>
        <source>Make {name} part of the cooling</source>
        <translation>Incorporar {name} a la refrigeración</translation>
    </message>
    <message>
        <source>Make {name} {width} by {depth}</source>
        <translation>Dar a {name} {width} por {depth}</translation>
    </message>
    <message>
        <source>Mend {count} problems</source>
        <translation>Corregir {count} problemas</translation>
    </message>
    <message>
        <source>Mount {name} on the front</source>
        <translation>Montar {name} en la cara frontal</translation>
    </message>
    <message>
        <source>Mount {name} on the rear</source>
        <translation>Montar {name} en la cara trasera</translation>
    </message>
    <message>
        <source>Move an end of a cable from {old} to {new}</source>
        <translation>Mover un extremo de un cable de {old} a {new}</translation>
    </message>
    <message>
        <source>Move rack {name}</source>
        <translation>Mover rack {name}</translation>
    </message>
    <message>
        <source>Move racks apart so that units stand between them, or choose units that stand along walls.</source>
        <translation>Separe los racks para que quepan unidades entre ellos, o elija unidades que vayan junto a las paredes.</translation>
    </message>
    <message>
        <source>Move row {name}</source>
        <translation>Mover la fila {name}</translation>
    </message>
    <message>
        <source>Move {count} devices to {rack} at {unit}</source>
        <translation>Mover {count} equipos a {rack}, {unit}</translation>
    </message>
    <message>
        <source>Move {count} floor items</source>
        <translation>Mover {count} elementos de la planta</translation>
    </message>
    <message>
        <source>Move {count} racks to row {row}</source>
        <translation>Mover {count} racks a la fila {row}</translation>
    </message>
    <message>
        <source>Move {count} things on the floor</source>
        <translation>Mover {count} cosas en la planta</translation>
    </message>
    <message>
        <source>Move {count} things to {hall}</source>
        <translation>Mover {count} cosas a {hall}</translation>
    </message>
    <message>
        <source>Move {count} ways for cables</source>
        <translation>Mover {count} vías de cables</translation>
    </message>
    <message>
        <source>Move {name}</source>
        <translation>Mover {name}</translation>
    </message>
    <message>
        <source>Move {name} to bay {bay} of {holder}</source>
        <translation>Mover {name} a la bahía {bay} de {holder}</translation>
    </message>
    <message>
        <source>Move {name} to row {row}</source>
        <translation>Mover {name} a la fila {row}</translation>
    </message>
    <message>
        <source>Move {name} to {hall}</source>
        <translation>Mover {name} a {hall}</translation>
    </message>
    <message>
        <source>Move {name} to {rack} at {unit}</source>
        <translation>Mover {name} a {rack}, {unit}</translation>
    </message>
    <message>
        <source>Name {count} racks, {first} to {last}</source>
        <translation>Nombrar {count} racks, de {first} a {last}</translation>
    </message>
    <message>
        <source>Networks and rails up to {most} can have a colour.</source>
        <translation>Pueden tener color las redes y los carriles hasta el {most}.</translation>
    </message>
    <message>
        <source>No free bay for another copy.</source>
        <translation>No queda ninguna bahía libre para otra copia.</translation>
    </message>
    <message>
        <source>No free outlet in {rack} takes a cord for an inlet {plug}: take a PDU with more of the outlets that fit.</source>
        <translation>Ninguna salida libre en {rack} admite un cable para una entrada {plug}: elija una PDU con más salidas de las que encajan.</translation>
    </message>
    <message>
        <source>No link runs between racks over a fibre cord that such a panel takes.</source>
        <translation>Ningún enlace va de rack a rack por un latiguillo de fibra que admita ese panel.</translation>
    </message>
    <message>
        <source>No link would be right over panels.</source>
        <translation>Ningún enlace sería correcto a través de paneles.</translation>
    </message>
    <message>
        <source>No network of this kind follows from the devices and switches.</source>
        <translation>Ninguna red de este tipo se deduce de los dispositivos y conmutadores.</translation>
    </message>
    <message>
        <source>No outlet is free in {rack}: add a PDU with its feed, or take one with more outlets.</source>
        <translation>No queda ninguna salida libre en {rack}: añada una PDU con su circuito o elija una con más salidas.</translation>
    </message>
    <message>
        <source>No problem is named.</source>
        <translation>No se ha nombrado ningún problema.</translation>
    </message>
    <message>
        <source>No rack stands in these rows.</source>
        <translation>No hay ningún rack en estas filas.</translation>
    </message>
    <message>
        <source>No rack without a rear door was chosen.</source>
        <translation>No se eligió ningún rack sin puerta trasera.</translation>
    </message>
    <message>
        <source>No room above for another copy.</source>
        <translation>No hay sitio encima para otra copia.</translation>
    </message>
    <message>
        <source>No rule of the bill of materials has the figure {key}.</source>
        <translation>Ninguna regla de la lista de materiales tiene el valor {key}.</translation>
    </message>
    <message>
        <source>None of the racks has room for this arrangement at the same units.</source>
        <translation>Ningún rack tiene sitio para este conjunto en las mismas unidades.</translation>
    </message>
    <message>
        <source>Nothing there makes heat of which the power is known.</source>
        <translation>Nada de lo que hay ahí produce un calor conocido.</translation>
    </message>
    <message>
        <source>Nothing was chosen to be set.</source>
        <translation>No se eligió nada que cambiar.</translation>
    </message>
    <message>
        <source>Nothing was chosen.</source>
        <translation>No se eligió nada.</translation>
    </message>
    <message>
        <source>Only air and technology loops reach what is to be cooled.</source>
        <translation>Solo el aire y los circuitos técnicos llegan a lo que se refrigera.</translation>
    </message>
    <message>
        <source>Only doors and delivery routes have a clear width and height.</source>
        <translation>Solo las puertas y las rutas de entrega tienen anchura y altura libres.</translation>
    </message>
    <message>
        <source>Only ducts, conduits and risers lead to another hall.</source>
        <translation>Solo canalizaciones, conductos y montantes llevan a otra sala.</translation>
    </message>
    <message>
        <source>Outlet {outlet} is taken.</source>
        <translation>La toma {outlet} está ocupada.</translation>
    </message>
    <message>
        <source>Panels stand in racks or at the ends of rows.</source>
        <translation>Los paneles van en racks o al final de las filas.</translation>
    </message>
    <message>
        <source>Paste {count} devices into {rack}</source>
        <translation>Pegar {count} equipos en {rack}</translation>
    </message>
    <message>
        <source>Phase {number} is called {name}</source>
        <translation>La fase {number} se llama {name}</translation>
    </message>
    <message>
        <source>Phases are numbered from 0 (pilot) to 999.</source>
        <translation>Las fases se numeran de 0 (piloto) a 999.</translation>
    </message>
    <message>
        <source>Place {name} in {hall}</source>
        <translation>Colocar {name} en {hall}</translation>
    </message>
    <message>
        <source>Place {name} in {rack} at {unit}</source>
        <translation>Colocar {name} en {rack}, {unit}</translation>
    </message>
    <message>
        <source>Plug {name} into {source}</source>
        <translation>Enchufar {name} en {source}</translation>
    </message>
    <message>
        <source>Project and catalog do not both know {key}.</source>
        <translation>El proyecto y el catálogo no conocen ambos {key}.</translation>
    </message>
    <message>
        <source>Propose {count} cooling units for {name}</source>
        <translation>Proponer {count} unidades de refrigeración para {name}</translation>
    </message>
    <message>
        <source>Propose {count} cooling units for {places} places</source>
        <translation>Proponer {count} unidades de refrigeración para {places} lugares</translation>
    </message>
    <message>
        <source>Propose {count} networks</source>
        <translation>Proponer {count} redes</translation>
    </message>
    <message>
        <source>Pull it out, or choose another port.</source>
        <translation>Desconéctelo o elija otro puerto.</translation>
    </message>
    <message>
        <source>Pull out a cord of {name}</source>
        <translation>Quitar un cable de {name}</translation>
    </message>
    <message>
        <source>Pull out {count} cords</source>
        <translation>Quitar {count} cables</translation>
    </message>
    <message>
        <source>Pull the cable from {a} to {b}</source>
        <translation>Retirar el cable de {a} a {b}</translation>
    </message>
    <message>
        <source>Pull {count} cables</source>
        <translation>Retirar {count} cables</translation>
    </message>
    <message>
        <source>Put it inside, or take it out of the rack.</source>
        <translation>Ponerlo dentro o sacarlo del rack.</translation>
    </message>
    <message>
        <source>Put the racks of row {name} {pitch} apart</source>
        <translation>Poner los racks de la fila {name} cada {pitch}</translation>
    </message>
    <message>
        <source>Put {count} cooling units on the floor</source>
        <translation>Poner {count} unidades de refrigeración en el suelo</translation>
    </message>
    <message>
        <source>Put {name} into bay {bay} of {holder}</source>
        <translation>Poner {name} en la bahía {bay} de {holder}</translation>
    </message>
    <message>
        <source>Put {name} on the floor</source>
        <translation>Poner {name} en el suelo</translation>
    </message>
    <message>
        <source>Rack {rack} cannot be copied while {names} lies outside its units.</source>
        <translation>El rack {rack} no se puede copiar mientras {names} quede fuera de sus unidades.</translation>
    </message>
    <message>
        <source>Racks are needed to fill them.</source>
        <translation>Hacen falta racks que llenar.</translation>
    </message>
    <message>
        <source>Remark on {table} {id}</source>
        <translation>Anotación sobre {table} {id}</translation>
    </message>
    <message>
        <source>Remove {count} networks</source>
        <translation>Quitar {count} redes</translation>
    </message>
    <message>
        <source>Remove {count} stages of networks</source>
        <translation>Quitar {count} etapas de redes</translation>
    </message>
    <message>
        <source>Rename {old} to {new}</source>
        <translation>Cambiar nombre: {old} → {new}</translation>
    </message>
    <message>
        <source>Repeat {name} in the bays, {count} new</source>
        <translation>Repetir {name} en las bahías, {count} nuevos</translation>
    </message>
    <message>
        <source>Repeat {name} up the rack, {count} new</source>
        <translation>Repetir {name} rack arriba, nuevos: {count}</translation>
    </message>
    <message>
        <source>Repeat {name}, {copies} new</source>
        <translation>Repetir {name}, {copies} nuevos</translation>
    </message>
    <message>
        <source>Reserve {units} in {rack}</source>
        <translation>Reservar {units} en {rack}</translation>
    </message>
    <message>
        <source>Reshape {name}</source>
        <translation>Cambiar la forma de {name}</translation>
    </message>
    <message>
        <source>Row {name} goes to another hall with its racks only.</source>
        <translation>La fila {name} solo va a otra sala con sus racks.</translation>
    </message>
    <message>
        <source>Row {name} has no rack yet to go on from.</source>
        <translation>La fila {name} aún no tiene ningún rack del que seguir.</translation>
    </message>
    <message>
        <source>Scale {name} by two points</source>
        <translation>Escalar {name} por dos puntos</translation>
    </message>
    <message>
        <source>Set the size of {name} from its plan</source>
        <translation>Fijar el tamaño de {name} según su plano</translation>
    </message>
    <message>
        <source>Set {fields} of a cable</source>
        <translation>Fijar {fields} de un cable</translation>
    </message>
    <message>
        <source>Set {fields} of {count} cables</source>
        <translation>Fijar {fields} de {count} cables</translation>
    </message>
    <message>
        <source>Set {fields} of {count} objects</source>
        <translation>Cambiar {fields} de {count} elementos</translation>
    </message>
    <message>
        <source>Set {fields} of {name}</source>
        <translation>Cambiar {fields} de {name}</translation>
    </message>
    <message>
        <source>Set {key} to {value}</source>
        <translation>Cambiar {key} a {value}</translation>
    </message>
    <message>
        <source>Severity of {rule}: {severity}</source>
        <translation>Gravedad de {rule}: {severity}</translation>
    </message>
    <message>
        <source>Show {name} at {percent} %</source>
        <translation>Mostrar {name} al {percent} %</translation>
    </message>
    <message>
        <source>Site sheet: {key} is {value}</source>
        <translation>Ficha del emplazamiento: {key} es {value}</translation>
    </message>
    <message>
        <source>Swap {first} and {second}</source>
        <translation>Intercambiar {first} y {second}</translation>
    </message>
    <message>
        <source>Take it out first, or keep the type as it is.</source>
        <translation>Sáquelo antes, o deje el tipo como está.</translation>
    </message>
    <message>
        <source>Take out {names}</source>
        <translation>Retirar {names}</translation>
    </message>
    <message>
        <source>Take the device out of its rack and place it again.</source>
        <translation>Sacar el equipo de su rack y colocarlo de nuevo.</translation>
    </message>
    <message>
        <source>That place is more than ten kilometres away.</source>
        <translation>Ese sitio está a más de diez kilómetros.</translation>
    </message>
    <message>
        <source>The catalog has no {model}.</source>
        <translation>El catálogo no tiene {model}.</translation>
    </message>
    <message>
        <source>The clipboard holds no devices of a rack.</source>
        <translation>El portapapeles no contiene equipos de un rack.</translation>
    </message>
    <message>
        <source>The corner of the hall would lie more than 10 km away.</source>
        <translation>La esquina de la sala quedaría a más de 10 km.</translation>
    </message>
    <message>
        <source>The entry {key} of the plan describes {other}.</source>
        <translation>La entrada {key} del plan describe {other}.</translation>
    </message>
    <message>
        <source>The free outlets in {rack} that fit are out of reach of the cords for {plug}: move the device or the PDU.</source>
        <translation>Las salidas libres de {rack} que encajan quedan fuera del alcance de los cables para {plug}: mueva el equipo o la PDU.</translation>
    </message>
    <message>
        <source>The list of the stock has no line.</source>
        <translation>La lista de existencias no tiene ninguna línea.</translation>
    </message>
    <message>
        <source>The pitch of a row lies between {least} and {most}.</source>
        <translation>El paso de una fila está entre {least} y {most}.</translation>
    </message>
    <message>
        <source>The project holds a place for {name} that has no meaning.</source>
        <translation>El proyecto guarda para {name} un sitio que no tiene sentido.</translation>
    </message>
    <message>
        <source>The project knows these types as the catalog does.</source>
        <translation>El proyecto conoce estos tipos igual que el catálogo.</translation>
    </message>
    <message>
        <source>The switches of a stage need a role.</source>
        <translation>Los conmutadores de una etapa necesitan una función.</translation>
    </message>
    <message>
        <source>The template has {count} halls, so it does not go into one.</source>
        <translation>La plantilla tiene {count} salas, así que no cabe en una.</translation>
    </message>
    <message>
        <source>There is no PDU in {rack}: put one in, or wire its supplies to a PDU of a rack beside it.</source>
        <translation>No hay ninguna PDU en {rack}: ponga una o conecte sus fuentes a una PDU de un rack contiguo.</translation>
    </message>
    <message>
        <source>There is no operation {name}.</source>
        <translation>No hay ninguna operación {name}.</translation>
    </message>
    <message>
        <source>There is no row of racks above which a tray is missing.</source>
        <translation>No hay ninguna fila de racks a la que le falte una bandeja.</translation>
    </message>
    <message>
        <source>There is no rule {rule}.</source>
        <translation>No existe la regla {rule}.</translation>
    </message>
    <message>
        <source>There is no such kind of floor item.</source>
        <translation>No existe esa clase de elemento de la planta.</translation>
    </message>
    <message>
        <source>There is no such kind of network.</source>
        <translation>No existe esa clase de red.</translation>
    </message>
    <message>
        <source>There is no such kind of way.</source>
        <translation>No existe ese tipo de vía.</translation>
    </message>
    <message>
        <source>There is no such part of a cooling.</source>
        <translation>No existe tal parte de una refrigeración.</translation>
    </message>
    <message>
        <source>There is no such part of a power chain.</source>
        <translation>No existe tal parte de una cadena de alimentación.</translation>
    </message>
    <message>
        <source>There is no unit below U1.</source>
        <translation>No hay unidades por debajo de U1.</translation>
    </message>
    <message>
        <source>There is nothing to mend.</source>
        <translation>No hay nada que corregir.</translation>
    </message>
    <message>
        <source>These racks hold everything that is listed already.</source>
        <translation>Estos racks ya tienen todo lo de la lista.</translation>
    </message>
    <message>
        <source>These things stand in several halls.</source>
        <translation>Estas cosas están en varias salas.</translation>
    </message>
    <message>
        <source>These units lie outside rack {rack}.</source>
        <translation>Estas unidades quedan fuera del rack {rack}.</translation>
    </message>
    <message>
        <source>Trays across the rows lie one metre apart or more.</source>
        <translation>Las bandejas transversales distan un metro o más.</translation>
    </message>
    <message>
        <source>Turn row {name} about</source>
        <translation>Dar la vuelta a la fila {name}</translation>
    </message>
    <message>
        <source>Turn {count} floor items</source>
        <translation>Girar {count} elementos de la planta</translation>
    </message>
    <message>
        <source>Turn {count} things on the floor</source>
        <translation>Girar {count} cosas en la planta</translation>
    </message>
    <message>
        <source>Turn {name}</source>
        <translation>Girar {name}</translation>
    </message>
    <message>
        <source>Two devices in racks are needed to change places.</source>
        <translation>Para intercambiar hacen falta dos equipos en racks.</translation>
    </message>
    <message>
        <source>Two racks would be called {name}.</source>
        <translation>Dos racks se llamarían {name}.</translation>
    </message>
    <message>
        <source>Type the means of January to December with blanks between them.</source>
        <translation>Escriba las medias de enero a diciembre separadas por espacios.</translation>
    </message>
    <message>
        <source>Units are reserved on the front, on the rear or on both.</source>
        <translation>Las unidades se reservan delante, detrás o en ambos lados.</translation>
    </message>
    <message>
        <source>Update {count} types from the catalog</source>
        <translation>Actualizar {count} tipos desde el catálogo</translation>
    </message>
    <message>
        <source>Update {model} from the catalog</source>
        <translation>Actualizar {model} desde el catálogo</translation>
    </message>
    <message>
        <source>Use {model}</source>
        <translation>Usar {model}</translation>
    </message>
    <message>
        <source>Usual colours of networks and rails</source>
        <translation>Colores de siempre de redes y carriles</translation>
    </message>
    <message>
        <source>Wire the power of {count} racks</source>
        <translation>Cablear la alimentación de {count} racks</translation>
    </message>
    <message>
        <source>Wire the power of {name}</source>
        <translation>Cablear la alimentación de {name}</translation>
    </message>
    <message>
        <source>Write down the stock of {count} types</source>
        <translation>Anotar las existencias de {count} tipos</translation>
    </message>
    <message>
        <source>{count} × {model} find no place.</source>
        <translation>{count} × {model} no tienen sitio.</translation>
    </message>
    <message>
        <source>{edge} is no edge of a rack.</source>
        <translation>{edge} no es un borde de un rack.</translation>
    </message>
    <message>
        <source>{field} is a whole number.</source>
        <translation>{field} es un número entero.</translation>
    </message>
    <message>
        <source>{field} lies between {low} and {high}.</source>
        <translation>{field} está entre {low} y {high}.</translation>
    </message>
    <message>
        <source>{field} of a cable cannot be {value}.</source>
        <translation>{field} de un cable no puede ser {value}.</translation>
    </message>
    <message>
        <source>{field} of a network cannot be {value}.</source>
        <translation>{field} de una red no puede ser {value}.</translation>
    </message>
    <message>
        <source>{field} of a stage cannot be {value}.</source>
        <translation>{field} de una etapa no puede ser {value}.</translation>
    </message>
    <message>
        <source>{field} of a way cannot be {value}.</source>
        <translation>{field} de una vía no puede ser {value}.</translation>
    </message>
    <message>
        <source>{hall} has no pattern for the names of its racks.</source>
        <translation>{hall} no tiene patrón para los nombres de sus racks.</translation>
    </message>
    <message>
        <source>{hall} has no place for {count} × {model}.</source>
        <translation>En {hall} no hay sitio para {count} × {model}.</translation>
    </message>
    <message>
        <source>{hall} has no room for all of this, arranged as it is.</source>
        <translation>En {hall} no cabe todo esto tal como está dispuesto.</translation>
    </message>
    <message>
        <source>{holder} has no free bay for {model}.</source>
        <translation>{holder} no tiene ninguna bahía libre para {model}.</translation>
    </message>
    <message>
        <source>{model} does not cool this.</source>
        <translation>{model} no refrigera esto.</translation>
    </message>
    <message>
        <source>{model} does not stand on the floor.</source>
        <translation>{model} no va en el suelo.</translation>
    </message>
    <message>
        <source>{model} gives no power.</source>
        <translation>{model} no da alimentación.</translation>
    </message>
    <message>
        <source>{model} has no inlet with number {port}.</source>
        <translation>{model} no tiene una entrada con el número {port}.</translation>
    </message>
    <message>
        <source>{model} has no outlet with number {port}.</source>
        <translation>{model} no tiene una toma con el número {port}.</translation>
    </message>
    <message>
        <source>{model} is neither a cable nor a module.</source>
        <translation>{model} no es ni un cable ni un módulo.</translation>
    </message>
    <message>
        <source>{model} is no panel that passes fibres straight on.</source>
        <translation>{model} no es un panel que deje pasar las fibras de frente.</translation>
    </message>
    <message>
        <source>{model} is no rack any more, but racks of the project are of that type.</source>
        <translation>{model} ya no es un rack, pero hay racks del proyecto de ese tipo.</translation>
    </message>
    <message>
        <source>{model} is not a rack.</source>
        <translation>{model} no es un rack.</translation>
    </message>
    <message>
        <source>{names} and {more} more would lose the bays in which they sit.</source>
        <translation>{names} y {more} más perderían las bahías en las que están.</translation>
    </message>
    <message>
        <source>{names} would lose the bay in which it sits.</source>
        <translation>{names} perdería la bahía en la que está.</translation>
    </message>
    <message>
        <source>{name} does not stand on a floor.</source>
        <translation>{name} no está en ninguna planta.</translation>
    </message>
    <message>
        <source>{name} has a place already.</source>
        <translation>{name} ya tiene sitio.</translation>
    </message>
    <message>
        <source>{name} has no clear place in the plan.</source>
        <translation>{name} no tiene un sitio claro en el plan.</translation>
    </message>
    <message>
        <source>{name} has no inlet.</source>
        <translation>{name} no tiene entrada.</translation>
    </message>
    <message>
        <source>{name} has no port number {port} for a cable.</source>
        <translation>{name} no tiene ningún puerto número {port} para un cable.</translation>
    </message>
    <message>
        <source>{name} has no tray at which a duct could end.</source>
        <translation>{name} no tiene ninguna bandeja en la que pueda terminar una canalización.</translation>
    </message>
    <message>
        <source>{name} is in no rack.</source>
        <translation>{name} no está en ningún rack.</translation>
    </message>
    <message>
        <source>{name} is no unit that cools a hall.</source>
        <translation>{name} no es una unidad que refrigere una sala.</translation>
    </message>
    <message>
        <source>{name} is no unit that waits for a place on a floor.</source>
        <translation>{name} no es una unidad que espere sitio en un suelo.</translation>
    </message>
    <message>
        <source>{name} is not fed as such a part of a power chain is.</source>
        <translation>{name} no está alimentado como lo está una parte así de una cadena eléctrica.</translation>
    </message>
    <message>
        <source>{name} is of another type than its line.</source>
        <translation>{name} es de otro tipo que su línea.</translation>
    </message>
    <message>
        <source>{name} is part of the cooling already.</source>
        <translation>{name} ya forma parte de la refrigeración.</translation>
    </message>
    <message>
        <source>{name} would cool itself.</source>
        <translation>{name} se refrigeraría a sí misma.</translation>
    </message>
    <message>
        <source>{name} would feed itself.</source>
        <translation>{name} se alimentaría a sí mismo.</translation>
    </message>
    <message>
        <source>{port} has no lane {lane}.</source>
        <translation>{port} no tiene el carril {lane}.</translation>
    </message>
    <message>
        <source>{rack} has no PDU on a feed of its own that further ones could be like.</source>
        <translation>{rack} no tiene ninguna PDU en circuito propio que sirva de modelo.</translation>
    </message>
    <message>
        <source>{rack} has no room for what is on the clipboard.</source>
        <translation>{rack} no tiene sitio para lo que hay en el portapapeles.</translation>
    </message>
    <message>
        <source>{rack} has no room for {model}.</source>
        <translation>{rack} no tiene sitio para {model}.</translation>
    </message>
    <message>
        <source>{rack} has room for {places} more vertical PDUs.</source>
        <translation>En {rack} caben {places} PDU verticales más.</translation>
    </message>
    <message>
        <source>{table} has no field {field} that is set this way.</source>
        <translation>{table}: el campo {field} no existe o no se cambia así.</translation>
    </message>
    <message>
        <source>{table} has no name.</source>
        <translation>No tiene nombre: {table}.</translation>
    </message>
    <message>
        <source>{table} is not deleted this way.</source>
        <translation>Así no se elimina: {table}.</translation>
    </message>
    <message>
        <source>{value} is no value of the setting {key}.</source>
        <translation>{value} no es un valor del ajuste {key}.</translation>
    </message>
    <message>
        <source>{way} is no way of cooling; there are {known}.</source>
        <translation>{way} no es un modo de refrigerar; hay {known}.</translation>
    </message>
    <message>
        <source>“{text}” is not twelve temperatures between {least} and {most}.</source>
        <translation>«{text}» no son doce temperaturas entre {least} y {most}.</translation>
    </message>
</context>
<context>
    <name>own_process</name>
    <message>
        <source>Save it simpler, or as a picture.</source>
        <translation>Guárdelo más sencillo o como imagen.</translation>
    </message>
    <message>
        <source>{name} is damaged: reading it broke down.</source>
        <translation>{name} está dañado: la lectura se interrumpió.</translation>
    </message>
    <message>
        <source>{name} takes too long to read.</source>
        <translation>{name} tarda demasiado en leerse.</translation>
    </message>
    <message>
        <source>{name} takes too much memory to read.</source>
        <translation>{name} ocupa demasiada memoria al leerse.</translation>
    </message>
</context>
<context>
    <name>pdf</name>
    <message>
        <source>A page of the PDF is damaged and cannot be drawn.</source>
        <translation>Una página del PDF está dañada y no se puede dibujar.</translation>
    </message>
    <message>
        <source>Page {number} of the PDF has an impossible size.</source>
        <translation>La página {number} del PDF tiene un tamaño imposible.</translation>
    </message>
    <message>
        <source>The PDF has no page {number}.</source>
        <translation>El PDF no tiene página {number}.</translation>
    </message>
    <message>
        <source>The PDF has no pages.</source>
        <translation>El PDF no tiene páginas.</translation>
    </message>
    <message>
        <source>The PDF has {count} pages; at most {most} are shown. Save only the page that is needed.</source>
        <translation>El PDF tiene {count} páginas; se muestran {most} como máximo. Guarde solo la página que haga falta.</translation>
    </message>
    <message>
        <source>The PDF has {size} MB; at most {most} MB are read. Save only the page that is needed.</source>
        <translation>El PDF ocupa {size} MB; se leen {most} MB como máximo. Guarde solo la página que haga falta.</translation>
    </message>
    <message>
        <source>The PDF is damaged and cannot be read.</source>
        <translation>El PDF está dañado y no se puede leer.</translation>
    </message>
    <message>
        <source>The PDF is locked by a password. Save it without one.</source>
        <translation>El PDF está protegido con contraseña. Guárdelo sin ella.</translation>
    </message>
</context>
<context>
    <name>placement</name>
    <message>
        <source>A device cannot sit in itself or in what sits in it.</source>
        <translation>Un equipo no puede alojarse en sí mismo ni en lo que él aloja.</translation>
    </message>
    <message>
        <source>A rack gets at most {required} of it, and {rack} has them.</source>
        <translation>Un rack recibe como mucho {required}, y {rack} ya los tiene.</translation>
    </message>
    <message>
        <source>Behind it {rack} leaves {found} for plugs and cables; {required} are wanted.</source>
        <translation>Detrás quedan en {rack} {found} para conectores y cables; se piden {required}.</translation>
    </message>
    <message>
        <source>It does not go into racks.</source>
        <translation>No va en racks.</translation>
    </message>
    <message>
        <source>It is {found} deep; {rack} offers {required}.</source>
        <translation>Tiene {found} de fondo; {rack} ofrece {required}.</translation>
    </message>
    <message>
        <source>It needs a lift and would start at U{found} in {rack}, above U{required}.</source>
        <translation>Necesita elevador y empezaría en U{found} de {rack}, por encima de U{required}.</translation>
    </message>
    <message>
        <source>It needs rails {required} wide; {rack} has {found}.</source>
        <translation>Necesita raíles de {required} de ancho; {rack} tiene {found}.</translation>
    </message>
    <message>
        <source>It takes {found}; {rack} has {required}.</source>
        <translation>Ocupa {found}; {rack} tiene {required}.</translation>
    </message>
    <message>
        <source>It takes {required}; the largest gap in {rack} has {found}.</source>
        <translation>Ocupa {required}; el mayor hueco de {rack} tiene {found}.</translation>
    </message>
    <message>
        <source>Its air would run against that of the devices in {rack}.</source>
        <translation>Su aire iría contra el de los equipos de {rack}.</translation>
    </message>
    <message>
        <source>No room at {units}: {names} and {more} more in the way.</source>
        <translation>Sin sitio en {units}: lo ocupan {names} y {more} más.</translation>
    </message>
    <message>
        <source>No room at {units}: {names} in the way.</source>
        <translation>Sin sitio en {units}: lo ocupa {names}.</translation>
    </message>
    <message>
        <source>Nothing in these racks has a free bay for it.</source>
        <translation>Nada en estos racks tiene una bahía libre para él.</translation>
    </message>
    <message>
        <source>Only {rack} has room, and there stands the other one of the pair.</source>
        <translation>Solo {rack} tiene sitio, y allí está el otro del par.</translation>
    </message>
    <message>
        <source>Switches have racks of their own, and {rack} is none or is one of them.</source>
        <translation>Los switches tienen racks propios, y {rack} no lo es o es uno de ellos.</translation>
    </message>
    <message>
        <source>The rails of {rack} are {found} apart; its kit needs {required}.</source>
        <translation>Los raíles de {rack} distan {found}; su kit necesita {required}.</translation>
    </message>
    <message>
        <source>There is no rack to fill.</source>
        <translation>No hay racks que llenar.</translation>
    </message>
    <message>
        <source>This side of the rack has {places} vertical places, and all are taken.</source>
        <translation>Este lado del rack tiene {places} huecos verticales, todos ocupados.</translation>
    </message>
    <message>
        <source>{model} does not fit bay {bay} of {name}, which takes {accepts}.</source>
        <translation>{model} no encaja en la bahía {bay} de {name}, que acepta {accepts}.</translation>
    </message>
    <message>
        <source>{model} does not go into bays.</source>
        <translation>{model} no va en bahías.</translation>
    </message>
    <message>
        <source>{model} does not go into rack units.</source>
        <translation>{model} no va en unidades de rack.</translation>
    </message>
    <message>
        <source>{model} needs {wanted}-inch rails; this rack has {offered}-inch rails.</source>
        <translation>{model} necesita rieles de {wanted} pulgadas; este rack los tiene de {offered}.</translation>
    </message>
    <message>
        <source>{name} has no bay {bay}.</source>
        <translation>{name} no tiene ninguna bahía {bay}.</translation>
    </message>
    <message>
        <source>{name} has no bays.</source>
        <translation>{name} no tiene bahías.</translation>
    </message>
    <message>
        <source>{rack} has no place for {model}, which every rack shall hold.</source>
        <translation>{rack} no tiene sitio para {model}, que debe estar en cada rack.</translation>
    </message>
    <message>
        <source>{rack} has room, and is kept as a spare.</source>
        <translation>{rack} tiene sitio y se guarda de reserva.</translation>
    </message>
    <message>
        <source>{rack} has {required} vertical places, and all are taken.</source>
        <translation>{rack} tiene {required} huecos verticales, y todos están ocupados.</translation>
    </message>
    <message>
        <source>{rack} holds devices of another role.</source>
        <translation>{rack} tiene equipos de otra función.</translation>
    </message>
    <message>
        <source>{rack} is built in phase {found}, and it in phase {required}.</source>
        <translation>{rack} se construye en la fase {found}, y el equipo en la fase {required}.</translation>
    </message>
    <message>
        <source>{rack} would draw {found} and may draw {required}.</source>
        <translation>{rack} consumiría {found} y puede consumir {required}.</translation>
    </message>
    <message>
        <source>{rack} would have {found} left free; {required} shall stay free.</source>
        <translation>En {rack} quedarían libres {found}; deben quedar {required}.</translation>
    </message>
    <message>
        <source>{rack} would hold {found} and bears {required}.</source>
        <translation>{rack} tendría {found} y soporta {required}.</translation>
    </message>
    <message>
        <source>{rack} would hold {found}; the floor under it bears {required}.</source>
        <translation>{rack} tendría {found}; el suelo bajo él soporta {required}.</translation>
    </message>
    <message>
        <source>{rival} sits in bay {bay} of {name}.</source>
        <translation>{rival} está en la bahía {bay} de {name}.</translation>
    </message>
    <message>
        <source>{units} is reserved: {reason}.</source>
        <translation>{units} está reservado: {reason}.</translation>
    </message>
    <message>
        <source>{units} lies outside the rack, which has {height}.</source>
        <translation>{units} queda fuera del rack, que tiene {height}.</translation>
    </message>
</context>
<context>
    <name>plan</name>
    <message>
        <source>The plan is not well formed.</source>
        <translation>El plan no está bien formado.</translation>
    </message>
    <message>
        <source>{where}: {what}</source>
        <translation>{where}: {what}</translation>
    </message>
</context>
<context>
    <name>ports</name>
    <message>
        <source>A cable needs two different ports.</source>
        <translation>Un cable necesita dos puertos distintos.</translation>
    </message>
    <message>
        <source>Cable {number} ends in {port} already.</source>
        <translation>El cable {number} ya termina en {port}.</translation>
    </message>
    <message>
        <source>No cable can end in {port}.</source>
        <translation>Ningún cable puede terminar en {port}.</translation>
    </message>
    <message>
        <source>The cage of {port} holds {part} already.</source>
        <translation>La jaula de {port} ya contiene {part}.</translation>
    </message>
</context>
<context>
    <name>progress</name>
    <message>
        <source>Stopped, nothing changed.</source>
        <translation>Detenido, sin cambios.</translation>
    </message>
</context>
<context>
    <name>project</name>
    <message>
        <source>A catalog entry of the project cannot be read; it begins with {start}.</source>
        <translation>Una entrada de catálogo del proyecto no se puede leer; empieza por {start}.</translation>
    </message>
    <message>
        <source>Choose another name, or open it.</source>
        <translation>Elegir otro nombre, o abrirlo.</translation>
    </message>
    <message>
        <source>Choose another name, or put that project back and open it.</source>
        <translation>Elegir otro nombre, o devolver ese proyecto a su sitio y abrirlo.</translation>
    </message>
    <message>
        <source>Edits of an earlier project that was at {path} still lie there.</source>
        <translation>Aún quedan ahí cambios de un proyecto anterior que estaba en {path}.</translation>
    </message>
    <message>
        <source>No room is left on the disk that holds {path}, so it is open for reading only.</source>
        <translation>No queda espacio en el disco de {path}, así que está abierto en solo lectura.</translation>
    </message>
    <message>
        <source>The catalog entry {key} of the project describes {other}.</source>
        <translation>La entrada de catálogo {key} del proyecto describe {other}.</translation>
    </message>
    <message>
        <source>The project was not closed properly. Its last edits were brought into the file.</source>
        <translation>El proyecto no se cerró bien. Sus últimos cambios se llevaron al archivo.</translation>
    </message>
    <message>
        <source>The project was not closed: process {pid} of {user} ended early. Its edits were brought into the file, nothing is lost.</source>
        <translation>El proyecto no se cerró: el proceso {pid} de {user} terminó antes de tiempo. Sus cambios se llevaron al archivo, no se perdió nada.</translation>
    </message>
    <message>
        <source>The project was opened for reading only.</source>
        <translation>El proyecto se abrió en solo lectura.</translation>
    </message>
    <message>
        <source>The sheet has no value {key}.</source>
        <translation>La ficha no tiene el valor {key}.</translation>
    </message>
    <message>
        <source>The stored version cannot be read: {reason}.</source>
        <translation>La versión guardada no se puede leer: {reason}.</translation>
    </message>
    <message>
        <source>There is no {table} with number {id}.</source>
        <translation>No hay {table} con el número {id}.</translation>
    </message>
    <message>
        <source>{key} is a number.</source>
        <translation>{key} es un número.</translation>
    </message>
    <message>
        <source>{key} is a text of at most {most} characters.</source>
        <translation>{key} es un texto de {most} caracteres como máximo.</translation>
    </message>
    <message>
        <source>{key} is a whole number.</source>
        <translation>{key} es un número entero.</translation>
    </message>
    <message>
        <source>{key} is one of {words}.</source>
        <translation>{key} es una de estas palabras: {words}.</translation>
    </message>
    <message>
        <source>{key} is yes or no.</source>
        <translation>{key} es sí o no.</translation>
    </message>
    <message>
        <source>{key} lies between {low} and {high}.</source>
        <translation>{key} está entre {low} y {high}.</translation>
    </message>
    <message>
        <source>{path} exists already.</source>
        <translation>{path} ya existe.</translation>
    </message>
    <message>
        <source>{path} or its folder may not be written, so it is open for reading only.</source>
        <translation>No se puede escribir en {path} o en su carpeta, así que está abierto en solo lectura.</translation>
    </message>
    <message>
        <source>{path} was closed.</source>
        <translation>{path} se ha cerrado.</translation>
    </message>
</context>
<context>
    <name>render</name>
    <message>
        <source>A pane is one of {panes}, a picture ends in {formats}, and all but home need a project.</source>
        <translation>La sección es una de estas: {panes}; la imagen acaba en {formats}; y todas salvo home necesitan un proyecto.</translation>
    </message>
    <message>
        <source>A picture ends in one of {formats}.</source>
        <translation>Una imagen termina en uno de {formats}.</translation>
    </message>
    <message>
        <source>The picture could not be written to {path}.</source>
        <translation>No se pudo escribir la imagen en {path}.</translation>
    </message>
</context>
<context>
    <name>reports</name>
    <message>
        <source>+ Devices whose power is not known come on top.</source>
        <translation>+ Faltan por sumar los equipos cuya potencia no se conoce.</translation>
    </message>
    <message>
        <source>+ More than that: of some things the figure is not known (see the open questions).</source>
        <translation>+ Más que eso: de algunas cosas no se conoce la cifra (véanse las preguntas abiertas).</translation>
    </message>
    <message>
        <source>1 task</source>
        <translation>1 tarea</translation>
    </message>
    <message>
        <source>A bundle holds the cables between two racks that take the same ways; a splitter whose legs part counts in the first of its bundles. The diameter supposes round cables that lie loosely; it is derived and no limit.</source>
        <translation>Un mazo reúne los cables entre dos racks que van por las mismas vías; un divisor cuyos ramales se separan cuenta en el primero de sus mazos. El diámetro supone cables redondos sueltos; es derivado y no un límite.</translation>
    </message>
    <message>
        <source>A work order leads from a named version to the present state: name the version.</source>
        <translation>Una orden de trabajo va de una versión con nombre al estado presente: indique la versión.</translation>
    </message>
    <message>
        <source>Air</source>
        <translation>Aire</translation>
    </message>
    <message>
        <source>Airflow of devices ({count}): {names}</source>
        <translation>Caudal de aire de equipos ({count}): {names}</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Todo</translation>
    </message>
    <message>
        <source>All of the PDU</source>
        <translation>Toda la PDU</translation>
    </message>
    <message>
        <source>All rows</source>
        <translation>Todas las filas</translation>
    </message>
    <message>
        <source>Area</source>
        <translation>Superficie</translation>
    </message>
    <message>
        <source>As-built comparison</source>
        <translation>Comparación con lo construido</translation>
    </message>
    <message>
        <source>At the sides</source>
        <translation>A los lados</translation>
    </message>
    <message>
        <source>Average power</source>
        <translation>Potencia media</translation>
    </message>
    <message>
        <source>Bank</source>
        <translation>Banco</translation>
    </message>
    <message>
        <source>Bank of a PDU</source>
        <translation>Banco de una PDU</translation>
    </message>
    <message>
        <source>Bill of materials</source>
        <translation>Lista de materiales</translation>
    </message>
    <message>
        <source>Breaker, A</source>
        <translation>Calibre, A</translation>
    </message>
    <message>
        <source>Breakers of feeds: {count}</source>
        <translation>Interruptores de circuitos: {count}</translation>
    </message>
    <message>
        <source>Breakers open</source>
        <translation>Interruptores disparados</translation>
    </message>
    <message>
        <source>Build phase</source>
        <translation>Fase de obra</translation>
    </message>
    <message>
        <source>Bundle</source>
        <translation>Mazo</translation>
    </message>
    <message>
        <source>Bundle in mm</source>
        <translation>Mazo en mm</translation>
    </message>
    <message>
        <source>Bundle ⌀</source>
        <translation>Mazo ⌀</translation>
    </message>
    <message>
        <source>Bundles</source>
        <translation>Mazos</translation>
    </message>
    <message>
        <source>By one person, from the bottom up</source>
        <translation>Por una persona, de abajo arriba</translation>
    </message>
    <message>
        <source>By phase</source>
        <translation>Por fase</translation>
    </message>
    <message>
        <source>By truck or lift</source>
        <translation>Con transpaleta o elevador</translation>
    </message>
    <message>
        <source>By two or more</source>
        <translation>Entre dos o más</translation>
    </message>
    <message>
        <source>By two people or more, from the bottom up</source>
        <translation>Entre dos personas o más, de abajo arriba</translation>
    </message>
    <message>
        <source>By which rules and prices</source>
        <translation>Según qué reglas y precios</translation>
    </message>
    <message>
        <source>Cable</source>
        <translation>Cable</translation>
    </message>
    <message>
        <source>Cable labels</source>
        <translation>Etiquetas de cables</translation>
    </message>
    <message>
        <source>Cable type</source>
        <translation>Tipo de cable</translation>
    </message>
    <message>
        <source>Cable type and module here</source>
        <translation>Tipo de cable y módulo aquí</translation>
    </message>
    <message>
        <source>Cables</source>
        <translation>Cables</translation>
    </message>
    <message>
        <source>Cables by type and length</source>
        <translation>Cables por tipo y longitud</translation>
    </message>
    <message>
        <source>Cables: {count}</source>
        <translation>Cables: {count}</translation>
    </message>
    <message>
        <source>Cables: {count}, of which within the rack: {within}.</source>
        <translation>Cables: {count}, de ellos dentro del rack: {within}.</translation>
    </message>
    <message>
        <source>Checked by</source>
        <translation>Comprobado por</translation>
    </message>
    <message>
        <source>Choose one of: {names}.</source>
        <translation>Elija uno de estos: {names}.</translation>
    </message>
    <message>
        <source>Circuit</source>
        <translation>Circuito</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Código</translation>
    </message>
    <message>
        <source>Cold aisle</source>
        <translation>Pasillo frío</translation>
    </message>
    <message>
        <source>Cold containment</source>
        <translation>Cerramiento frío</translation>
    </message>
    <message>
        <source>Column</source>
        <translation>Columna</translation>
    </message>
    <message>
        <source>Cooling of a hall</source>
        <translation>Refrigeración de una sala</translation>
    </message>
    <message>
        <source>Cooling units and CDUs: {count}. They take {all}, without the largest one {rest}.</source>
        <translation>Unidades de refrigeración y CDU: {count}. Extraen {all}; sin la mayor, {rest}.</translation>
    </message>
    <message>
        <source>Cord</source>
        <translation>Cable</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Número</translation>
    </message>
    <message>
        <source>Cut sheets</source>
        <translation>Hojas de cableado</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Fecha</translation>
    </message>
    <message>
        <source>Delivery route</source>
        <translation>Ruta de entrega</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Equipo</translation>
    </message>
    <message>
        <source>Device on the floor</source>
        <translation>Equipo en el suelo</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Equipos</translation>
    </message>
    <message>
        <source>Devices blow {airflow} as far as their types say it; {count} of them have a type that does not.</source>
        <translation>Los equipos mueven {airflow} hasta donde lo dicen sus tipos; los de tipos que no lo dicen son {count}.</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Hecho</translation>
    </message>
    <message>
        <source>Door</source>
        <translation>Puerta</translation>
    </message>
    <message>
        <source>Drawing the sheets broke down.</source>
        <translation>El dibujo de las hojas se interrumpió.</translation>
    </message>
    <message>
        <source>Draws most</source>
        <translation>El de más potencia</translation>
    </message>
    <message>
        <source>Each hall to scale with rows, racks, aisles and obstacles, and its key figures</source>
        <translation>Cada sala a escala con filas, racks, pasillos y obstáculos, y sus cifras clave</translation>
    </message>
    <message>
        <source>Each, kW</source>
        <translation>Cada uno, kW</translation>
    </message>
    <message>
        <source>End</source>
        <translation>Extremo</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Error</translation>
    </message>
    <message>
        <source>Errors: {errors} · warnings: {warnings} · remarks: {infos}</source>
        <translation>Errores: {errors} · avisos: {warnings} · notas: {infos}</translation>
    </message>
    <message>
        <source>FRONT</source>
        <translation>FRENTE</translation>
    </message>
    <message>
        <source>Failures that stop something</source>
        <translation>Fallos que paran algo</translation>
    </message>
    <message>
        <source>Feed</source>
        <translation>Circuito</translation>
    </message>
    <message>
        <source>Filled as planned</source>
        <translation>Llenado previsto</translation>
    </message>
    <message>
        <source>Filled by all cables</source>
        <translation>Llenado por todos los cables</translation>
    </message>
    <message>
        <source>First of them</source>
        <translation>El primero</translation>
    </message>
    <message>
        <source>First, while the rack is empty: at the sides</source>
        <translation>Primero, con el rack vacío: a los lados</translation>
    </message>
    <message>
        <source>Floor area</source>
        <translation>Superficie</translation>
    </message>
    <message>
        <source>Floor plan</source>
        <translation>Plano de planta</translation>
    </message>
    <message>
        <source>Found from</source>
        <translation>Hallado desde</translation>
    </message>
    <message>
        <source>Found to</source>
        <translation>Hallado hasta</translation>
    </message>
    <message>
        <source>Free, U</source>
        <translation>Libres, U</translation>
    </message>
    <message>
        <source>From</source>
        <translation>De</translation>
    </message>
    <message>
        <source>Front and rear of every rack to scale, with power, weight and units</source>
        <translation>Frente y trasera de cada rack a escala, con potencia, peso y unidades</translation>
    </message>
    <message>
        <source>GPU systems</source>
        <translation>Sistemas GPU</translation>
    </message>
    <message>
        <source>GPUs</source>
        <translation>GPU</translation>
    </message>
    <message>
        <source>Greatest</source>
        <translation>Mayor</translation>
    </message>
    <message>
        <source>Hall</source>
        <translation>Sala</translation>
    </message>
    <message>
        <source>Hall summary</source>
        <translation>Resumen de salas</translation>
    </message>
    <message>
        <source>Heat and cooling</source>
        <translation>Calor y refrigeración</translation>
    </message>
    <message>
        <source>Heat goes into</source>
        <translation>El calor va a</translation>
    </message>
    <message>
        <source>Heat, kW</source>
        <translation>Calor, kW</translation>
    </message>
    <message>
        <source>Heat, tons of refrigeration</source>
        <translation>Calor, toneladas frigoríficas</translation>
    </message>
    <message>
        <source>Hot aisle</source>
        <translation>Pasillo caliente</translation>
    </message>
    <message>
        <source>Hot containment</source>
        <translation>Cerramiento caliente</translation>
    </message>
    <message>
        <source>Hours</source>
        <translation>Horas</translation>
    </message>
    <message>
        <source>Hours of work</source>
        <translation>Horas de trabajo</translation>
    </message>
    <message>
        <source>How much of the limits is used</source>
        <translation>Cuánto se usa de los límites</translation>
    </message>
    <message>
        <source>How much of their heat liquid takes is that of the site sheet for {count} of the devices.</source>
        <translation>La parte del calor que se lleva el líquido es la de la ficha del emplazamiento en equipos cuyo tipo no la dice: {count}.</translation>
    </message>
    <message>
        <source>How often</source>
        <translation>Veces</translation>
    </message>
    <message>
        <source>In stock</source>
        <translation>En existencias</translation>
    </message>
    <message>
        <source>In use</source>
        <translation>En uso</translation>
    </message>
    <message>
        <source>Install the program again.</source>
        <translation>Vuelva a instalar el programa.</translation>
    </message>
    <message>
        <source>Into devices that are mounted</source>
        <translation>Dentro de equipos ya montados</translation>
    </message>
    <message>
        <source>Into machines that stand</source>
        <translation>En máquinas ya colocadas</translation>
    </message>
    <message>
        <source>Keep out</source>
        <translation>Zona vedada</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Clase</translation>
    </message>
    <message>
        <source>Kind, voltage, wiring</source>
        <translation>Clase, tensión, conexión</translation>
    </message>
    <message>
        <source>Known prices</source>
        <translation>Precios conocidos</translation>
    </message>
    <message>
        <source>Labels for both ends of every cable: sheets with QR codes, a list for label software, or ZPL</source>
        <translation>Etiquetas para ambos extremos de cada cable: hojas con códigos QR, una lista para programas de etiquetas o ZPL</translation>
    </message>
    <message>
        <source>Labour</source>
        <translation>Mano de obra</translation>
    </message>
    <message>
        <source>Lay and plug</source>
        <translation>Tender y conectar</translation>
    </message>
    <message>
        <source>Legs of cables of other bundles</source>
        <translation>Ramales de cables de otros mazos</translation>
    </message>
    <message>
        <source>Length</source>
        <translation>Longitud</translation>
    </message>
    <message>
        <source>Length in m</source>
        <translation>Longitud en m</translation>
    </message>
    <message>
        <source>Lifted by</source>
        <translation>Lo levanta</translation>
    </message>
    <message>
        <source>Limit</source>
        <translation>Límite</translation>
    </message>
    <message>
        <source>Limit, A</source>
        <translation>Límite, A</translation>
    </message>
    <message>
        <source>Line of the listing</source>
        <translation>Línea del listado</translation>
    </message>
    <message>
        <source>Line {number}</source>
        <translation>Línea {number}</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>Fases</translation>
    </message>
    <message>
        <source>Lines without a price</source>
        <translation>Líneas sin precio</translation>
    </message>
    <message>
        <source>Links found</source>
        <translation>Enlaces hallados</translation>
    </message>
    <message>
        <source>Liquid</source>
        <translation>Líquido</translation>
    </message>
    <message>
        <source>Load of a rack</source>
        <translation>Carga de un rack</translation>
    </message>
    <message>
        <source>Load of the floor</source>
        <translation>Carga del suelo</translation>
    </message>
    <message>
        <source>Load, VA</source>
        <translation>Carga, VA</translation>
    </message>
    <message>
        <source>Longest lead time</source>
        <translation>Mayor plazo</translation>
    </message>
    <message>
        <source>Lost, kW</source>
        <translation>Perdido, kW</translation>
    </message>
    <message>
        <source>Machines that stand like racks</source>
        <translation>Máquinas que se colocan como racks</translation>
    </message>
    <message>
        <source>Mass</source>
        <translation>Masa</translation>
    </message>
    <message>
        <source>Mass with packing</source>
        <translation>Masa con embalaje</translation>
    </message>
    <message>
        <source>Mass, {unit}</source>
        <translation>Masa, {unit}</translation>
    </message>
    <message>
        <source>Maximum power</source>
        <translation>Potencia máxima</translation>
    </message>
    <message>
        <source>Minutes each</source>
        <translation>Minutos cada vez</translation>
    </message>
    <message>
        <source>Mixed aisle</source>
        <translation>Pasillo mixto</translation>
    </message>
    <message>
        <source>Module</source>
        <translation>Módulo</translation>
    </message>
    <message>
        <source>Modules here: {modules}.</source>
        <translation>Módulos aquí: {modules}.</translation>
    </message>
    <message>
        <source>More than {count} links differ: nobody mends that from plug to plug. Is it a listing of this fabric?</source>
        <translation>Difieren más de {count} enlaces: eso no se arregla conector a conector. ¿Es un listado de esta red?</translation>
    </message>
    <message>
        <source>Mounted by</source>
        <translation>Montado por</translation>
    </message>
    <message>
        <source>Move one end</source>
        <translation>Mover un extremo</translation>
    </message>
    <message>
        <source>Moved by</source>
        <translation>Se mueve con</translation>
    </message>
    <message>
        <source>N</source>
        <translation>N</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Red</translation>
    </message>
    <message>
        <source>No cable differs between the two states.</source>
        <translation>Ningún cable difiere entre los dos estados.</translation>
    </message>
    <message>
        <source>No cable is laid in what was chosen.</source>
        <translation>No hay ningún cable tendido en lo elegido.</translation>
    </message>
    <message>
        <source>No cooling unit or CDU stands in this hall yet: what takes the heat away is not planned here.</source>
        <translation>En esta sala aún no hay climatizadora ni CDU: lo que se lleva el calor no está planeado aquí.</translation>
    </message>
    <message>
        <source>No limit is known yet: nothing is wired, and no rack stands.</source>
        <translation>Aún no se conoce ningún límite: no hay nada conectado ni ningún rack.</translation>
    </message>
    <message>
        <source>No single failure stops, slows or opens anything.</source>
        <translation>Ningún fallo único para, frena ni dispara nada.</translation>
    </message>
    <message>
        <source>Nodes of the listing that the plan does not have</source>
        <translation>Nodos del listado que el plan no tiene</translation>
    </message>
    <message>
        <source>Nodes of the listing, found in the plan: {ways}.</source>
        <translation>Nodos del listado hallados en el plan: {ways}.</translation>
    </message>
    <message>
        <source>None: all facts that these pages need are known.</source>
        <translation>Ninguna: se conoce todo lo que estas páginas necesitan.</translation>
    </message>
    <message>
        <source>Not known</source>
        <translation>Lo que no se sabe</translation>
    </message>
    <message>
        <source>Nothing</source>
        <translation>Nada</translation>
    </message>
    <message>
        <source>Nothing feeds this plan yet: wire its racks first (Place › Wire the power).</source>
        <translation>Nada alimenta aún este plan: cablee antes sus racks (Colocar › Cablear la alimentación).</translation>
    </message>
    <message>
        <source>Nothing in what was chosen gives power or draws it.</source>
        <translation>Nada de lo elegido da ni consume energía.</translation>
    </message>
    <message>
        <source>Nothing is compared yet: name a listing of ibnetdiscover.</source>
        <translation>Todavía no se compara nada: indique un listado de ibnetdiscover.</translation>
    </message>
    <message>
        <source>Nothing is wired yet, so nothing can be said of failures.</source>
        <translation>Aún no hay nada cableado, así que nada se puede decir de fallos.</translation>
    </message>
    <message>
        <source>Nothing stands here yet</source>
        <translation>Aquí aún no hay nada</translation>
    </message>
    <message>
        <source>Obstacle</source>
        <translation>Obstáculo</translation>
    </message>
    <message>
        <source>Of each hall its racks, power by row, cooling, weight, floor and problems</source>
        <translation>De cada sala sus racks, potencia por fila, refrigeración, peso, suelo y problemas</translation>
    </message>
    <message>
        <source>Of the site: {names}</source>
        <translation>Del emplazamiento: {names}</translation>
    </message>
    <message>
        <source>On the floor of {hall}</source>
        <translation>En el suelo de {hall}</translation>
    </message>
    <message>
        <source>One person lifts up to {one} ({one_source}). Several lift up to {two}, above it a machine does ({two_source}).</source>
        <translation>Una persona levanta hasta {one} ({one_source}). Entre varias se levanta hasta {two}; por encima hace falta una máquina ({two_source}).</translation>
    </message>
    <message>
        <source>Open questions</source>
        <translation>Preguntas abiertas</translation>
    </message>
    <message>
        <source>Other machines on the floor</source>
        <translation>Otras máquinas en el suelo</translation>
    </message>
    <message>
        <source>Outlet</source>
        <translation>Salida</translation>
    </message>
    <message>
        <source>Outside the racks</source>
        <translation>Fuera de los racks</translation>
    </message>
    <message>
        <source>Pages are written as one of {formats}.</source>
        <translation>Las páginas se escriben como {formats}.</translation>
    </message>
    <message>
        <source>Panels</source>
        <translation>Paneles</translation>
    </message>
    <message>
        <source>Panels, feeds and every outlet of every PDU: lines, breakers, cords, loads and what is spare</source>
        <translation>Cuadros, circuitos y cada salida de cada PDU: fases, interruptores, cables, cargas y lo que sobra</translation>
    </message>
    <message>
        <source>Part number</source>
        <translation>Referencia</translation>
    </message>
    <message>
        <source>Peak power</source>
        <translation>Potencia de pico</translation>
    </message>
    <message>
        <source>People</source>
        <translation>Personas</translation>
    </message>
    <message>
        <source>Pieces of unknown mass</source>
        <translation>Piezas de masa desconocida</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Lugar</translation>
    </message>
    <message>
        <source>Planned links</source>
        <translation>Enlaces planificados</translation>
    </message>
    <message>
        <source>Planned nodes of which nothing was seen</source>
        <translation>Nodos planificados de los que no se vio nada</translation>
    </message>
    <message>
        <source>Plugged</source>
        <translation>Conectado</translation>
    </message>
    <message>
        <source>Port</source>
        <translation>Puerto</translation>
    </message>
    <message>
        <source>Port there</source>
        <translation>Puerto allí</translation>
    </message>
    <message>
        <source>Power</source>
        <translation>Alimentación</translation>
    </message>
    <message>
        <source>Power by area</source>
        <translation>Potencia por superficie</translation>
    </message>
    <message>
        <source>Power by row</source>
        <translation>Potencia por fila</translation>
    </message>
    <message>
        <source>Power by the name plate</source>
        <translation>Potencia de placa</translation>
    </message>
    <message>
        <source>Power by type</source>
        <translation>Potencia por tipo</translation>
    </message>
    <message>
        <source>Power drawn</source>
        <translation>Potencia</translation>
    </message>
    <message>
        <source>Power in use</source>
        <translation>Potencia en uso</translation>
    </message>
    <message>
        <source>Power of devices ({count}): {names}</source>
        <translation>Potencia de equipos ({count}): {names}</translation>
    </message>
    <message>
        <source>Power of each, kW</source>
        <translation>Potencia de cada uno, kW</translation>
    </message>
    <message>
        <source>Power of each, mean</source>
        <translation>Potencia media de cada uno</translation>
    </message>
    <message>
        <source>Power schedule</source>
        <translation>Tabla de alimentación</translation>
    </message>
    <message>
        <source>Power, kW</source>
        <translation>Potencia, kW</translation>
    </message>
    <message>
        <source>Power, maximum</source>
        <translation>Potencia máxima</translation>
    </message>
    <message>
        <source>Power: inlet ← outlet</source>
        <translation>Alimentación: entrada ← toma</translation>
    </message>
    <message>
        <source>Price of</source>
        <translation>Precio del</translation>
    </message>
    <message>
        <source>Price of one, USD</source>
        <translation>Precio unitario, USD</translation>
    </message>
    <message>
        <source>Price of racks and devices ({count}): {names}</source>
        <translation>Precio de racks y equipos ({count}): {names}</translation>
    </message>
    <message>
        <source>Price of {count}/{all} lines</source>
        <translation>Precio de {count}/{all} líneas</translation>
    </message>
    <message>
        <source>Price, USD</source>
        <translation>Precio, USD</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Problemas</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>Proyecto</translation>
    </message>
    <message>
        <source>Project summary</source>
        <translation>Resumen del proyecto</translation>
    </message>
    <message>
        <source>Provisioned power</source>
        <translation>Potencia provisionada</translation>
    </message>
    <message>
        <source>Pull schedule</source>
        <translation>Plan de tendido</translation>
    </message>
    <message>
        <source>Pulled</source>
        <translation>Tendido</translation>
    </message>
    <message>
        <source>REAR</source>
        <translation>TRASERA</translation>
    </message>
    <message>
        <source>Rack</source>
        <translation>Rack</translation>
    </message>
    <message>
        <source>Rack PDU</source>
        <translation>PDU de rack</translation>
    </message>
    <message>
        <source>Rack elevations</source>
        <translation>Alzados de racks</translation>
    </message>
    <message>
        <source>Rack or machine</source>
        <translation>Rack o máquina</translation>
    </message>
    <message>
        <source>Rack worklist</source>
        <translation>Lista de montaje del rack</translation>
    </message>
    <message>
        <source>Rack {name}</source>
        <translation>Rack {name}</translation>
    </message>
    <message>
        <source>Rack, front at the thick edge</source>
        <translation>Rack, frente en el borde grueso</translation>
    </message>
    <message>
        <source>Racks</source>
        <translation>Racks</translation>
    </message>
    <message>
        <source>Racks and machines on the floor</source>
        <translation>Racks y máquinas en el suelo</translation>
    </message>
    <message>
        <source>Racks, devices, cords, accessories, spares, prices of their day, labour and the rules behind them</source>
        <translation>Racks, equipos, cables, accesorios, repuestos, precios con su fecha, mano de obra y las reglas que hay detrás</translation>
    </message>
    <message>
        <source>Rail</source>
        <translation>Carril</translation>
    </message>
    <message>
        <source>Rails</source>
        <translation>Rieles</translation>
    </message>
    <message>
        <source>Rails of the rack at</source>
        <translation>Rieles del rack a</translation>
    </message>
    <message>
        <source>Rate</source>
        <translation>Velocidad</translation>
    </message>
    <message>
        <source>Rate found</source>
        <translation>Velocidad hallada</translation>
    </message>
    <message>
        <source>Ratings of sources, UPS and panels: {count}</source>
        <translation>Capacidad de acometidas, SAI y cuadros: {count}</translation>
    </message>
    <message>
        <source>Reduced</source>
        <translation>Con menos</translation>
    </message>
    <message>
        <source>Redundancy of power</source>
        <translation>Redundancia eléctrica</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>Nota</translation>
    </message>
    <message>
        <source>Revision</source>
        <translation>Revisión</translation>
    </message>
    <message>
        <source>Risks, cost and open questions</source>
        <translation>Riesgos, coste y preguntas abiertas</translation>
    </message>
    <message>
        <source>Role</source>
        <translation>Función</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>Fila</translation>
    </message>
    <message>
        <source>Rows</source>
        <translation>Filas</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Escala</translation>
    </message>
    <message>
        <source>Serial number</source>
        <translation>Número de serie</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>Servidores</translation>
    </message>
    <message>
        <source>Severity</source>
        <translation>Gravedad</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Uso</translation>
    </message>
    <message>
        <source>Sheet</source>
        <translation>Hoja</translation>
    </message>
    <message>
        <source>Shows</source>
        <translation>Muestra</translation>
    </message>
    <message>
        <source>Socket</source>
        <translation>Toma</translation>
    </message>
    <message>
        <source>Source, UPS or panel</source>
        <translation>Acometida, SAI o cuadro</translation>
    </message>
    <message>
        <source>Sources, panels and feeds</source>
        <translation>Acometidas, cuadros y circuitos</translation>
    </message>
    <message>
        <source>Spare, A</source>
        <translation>Sobra, A</translation>
    </message>
    <message>
        <source>Spares</source>
        <translation>Repuestos</translation>
    </message>
    <message>
        <source>Spread with half the aisles</source>
        <translation>Repartida con medio pasillo</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Paso</translation>
    </message>
    <message>
        <source>Stops</source>
        <translation>Se paran</translation>
    </message>
    <message>
        <source>Storage</source>
        <translation>Almacenamiento</translation>
    </message>
    <message>
        <source>Supply</source>
        <translation>Fuente</translation>
    </message>
    <message>
        <source>Switches</source>
        <translation>Conmutadores</translation>
    </message>
    <message>
        <source>Systems</source>
        <translation>Sistemas</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Tarea</translation>
    </message>
    <message>
        <source>The cables of every rack and device in the order in which they are pulled, with boxes to tick</source>
        <translation>Los cables de cada rack y equipo en el orden en que se tienden, con casillas para marcar</translation>
    </message>
    <message>
        <source>The checks find nothing here.</source>
        <translation>Las comprobaciones no hallan nada aquí.</translation>
    </message>
    <message>
        <source>The checks find nothing.</source>
        <translation>Las comprobaciones no hallan nada.</translation>
    </message>
    <message>
        <source>The font {font} of the program is missing, so that no page can be laid out.</source>
        <translation>Falta la fuente {font} del programa y sin ella no se puede componer ninguna página.</translation>
    </message>
    <message>
        <source>The halls from above</source>
        <translation>Las salas desde arriba</translation>
    </message>
    <message>
        <source>The heaviest</source>
        <translation>La más pesada</translation>
    </message>
    <message>
        <source>The other end</source>
        <translation>El otro extremo</translation>
    </message>
    <message>
        <source>The printer {name} takes nothing.</source>
        <translation>La impresora {name} no acepta nada.</translation>
    </message>
    <message>
        <source>The project has no hall.</source>
        <translation>El proyecto no tiene ninguna sala.</translation>
    </message>
    <message>
        <source>There are no labels {name}.</source>
        <translation>No hay etiquetas {name}.</translation>
    </message>
    <message>
        <source>There is no hall yet.</source>
        <translation>Aún no hay ninguna sala.</translation>
    </message>
    <message>
        <source>There is no rack in what was chosen.</source>
        <translation>No hay ningún rack en lo elegido.</translation>
    </message>
    <message>
        <source>There is no report {name} of that kind.</source>
        <translation>No hay ningún informe {name} de ese tipo.</translation>
    </message>
    <message>
        <source>There is nothing to mount in what was chosen.</source>
        <translation>No hay nada que montar en lo elegido.</translation>
    </message>
    <message>
        <source>Through</source>
        <translation>A través de</translation>
    </message>
    <message>
        <source>Times</source>
        <translation>Veces</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Título</translation>
    </message>
    <message>
        <source>To</source>
        <translation>A</translation>
    </message>
    <message>
        <source>To buy</source>
        <translation>A comprar</translation>
    </message>
    <message>
        <source>To device</source>
        <translation>Al equipo</translation>
    </message>
    <message>
        <source>To order</source>
        <translation>Por pedir</translation>
    </message>
    <message>
        <source>To port</source>
        <translation>Al puerto</translation>
    </message>
    <message>
        <source>To rack</source>
        <translation>Al rack</translation>
    </message>
    <message>
        <source>To unit</source>
        <translation>A la unidad</translation>
    </message>
    <message>
        <source>To {rack}, cables: {count}</source>
        <translation>Hacia {rack}, cables: {count}</translation>
    </message>
    <message>
        <source>Together</source>
        <translation>En total</translation>
    </message>
    <message>
        <source>Together, as far as it is known</source>
        <translation>En total, hasta donde se conoce</translation>
    </message>
    <message>
        <source>Tons of refrigeration</source>
        <translation>Toneladas de refrigeración</translation>
    </message>
    <message>
        <source>Try it again with fewer racks.</source>
        <translation>Inténtelo de nuevo con menos racks.</translation>
    </message>
    <message>
        <source>Two pages: plan, power by row, problems, single failures, cost as far as it is known, open questions</source>
        <translation>Dos páginas: plano, potencia por fila, problemas, fallos únicos, coste hasta donde se conoce, preguntas abiertas</translation>
    </message>
    <message>
        <source>Type</source>
        <translation>Tipo</translation>
    </message>
    <message>
        <source>Types of power cords: {count}</source>
        <translation>Tipos de cables de alimentación: {count}</translation>
    </message>
    <message>
        <source>Under the worst foot</source>
        <translation>Bajo la peor pata</translation>
    </message>
    <message>
        <source>Unit</source>
        <translation>Unidad</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>Unidades</translation>
    </message>
    <message>
        <source>Units of the racks, with reserved ones</source>
        <translation>Unidades de los racks, con las reservadas</translation>
    </message>
    <message>
        <source>Unplug and take out</source>
        <translation>Desconectar y retirar</translation>
    </message>
    <message>
        <source>Used, U</source>
        <translation>Usadas, U</translation>
    </message>
    <message>
        <source>Warning</source>
        <translation>Aviso</translation>
    </message>
    <message>
        <source>Way</source>
        <translation>Vía</translation>
    </message>
    <message>
        <source>Way for cables</source>
        <translation>Vía de cables</translation>
    </message>
    <message>
        <source>Ways for cables</source>
        <translation>Vías de cables</translation>
    </message>
    <message>
        <source>Weighs most</source>
        <translation>El de más peso</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>Peso</translation>
    </message>
    <message>
        <source>Weight and floor</source>
        <translation>Peso y suelo</translation>
    </message>
    <message>
        <source>Weight in kg</source>
        <translation>Peso en kg</translation>
    </message>
    <message>
        <source>Weight not known: weigh before lifting</source>
        <translation>Peso desconocido: pesar antes de levantar</translation>
    </message>
    <message>
        <source>Weight of racks and devices ({count}): {names}</source>
        <translation>Peso de racks y equipos ({count}): {names}</translation>
    </message>
    <message>
        <source>Weight with rack</source>
        <translation>Peso con el rack</translation>
    </message>
    <message>
        <source>What a single failure takes down</source>
        <translation>Lo que para un solo fallo</translation>
    </message>
    <message>
        <source>What differs from the plan in a listing of the fabric, and what to do at each switch</source>
        <translation>Qué difiere del plan en un listado de la red y qué hacer en cada switch</translation>
    </message>
    <message>
        <source>What fails</source>
        <translation>Qué falla</translation>
    </message>
    <message>
        <source>What gives power is fed in a circle: no load can be told.</source>
        <translation>Lo que da alimentación se alimenta en círculo: no se puede decir ninguna carga.</translation>
    </message>
    <message>
        <source>What is bought and done</source>
        <translation>Lo que se compra y se hace</translation>
    </message>
    <message>
        <source>What is bought, with spares</source>
        <translation>Lo que se compra, con repuestos</translation>
    </message>
    <message>
        <source>What is brought in and mounted in each rack, in which order and by how many hands, with boxes to tick</source>
        <translation>Qué se trae y se monta en cada rack, en qué orden y con cuántas manos, con casillas para marcar</translation>
    </message>
    <message>
        <source>What is done</source>
        <translation>Qué se hace</translation>
    </message>
    <message>
        <source>What is fed by nothing above it</source>
        <translation>Lo que no cuelga de nada</translation>
    </message>
    <message>
        <source>What is planned</source>
        <translation>Lo que se planea</translation>
    </message>
    <message>
        <source>What is wrong</source>
        <translation>Qué está mal</translation>
    </message>
    <message>
        <source>What it consists of</source>
        <translation>De qué se compone</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>Qué hacer</translation>
    </message>
    <message>
        <source>What was chosen</source>
        <translation>Lo elegido</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Dónde</translation>
    </message>
    <message>
        <source>Which cables are pulled together between which racks: kinds, lengths and the thickness of each bundle</source>
        <translation>Qué cables se tienden juntos entre qué racks: tipos, longitudes y grosor de cada mazo</translation>
    </message>
    <message>
        <source>Which cables are unplugged, moved and plugged to get from a named version to the present state</source>
        <translation>Qué cables se desconectan, mueven y conectan para llegar de una versión con nombre al estado presente</translation>
    </message>
    <message>
        <source>Width × depth × height</source>
        <translation>Ancho × fondo × alto</translation>
    </message>
    <message>
        <source>Wired to a feed without a PDU</source>
        <translation>Cableado a un circuito sin PDU</translation>
    </message>
    <message>
        <source>With a lift</source>
        <translation>Con elevador</translation>
    </message>
    <message>
        <source>With a mechanical lift, from the bottom up</source>
        <translation>Con elevador mecánico, de abajo arriba</translation>
    </message>
    <message>
        <source>Work order</source>
        <translation>Orden de trabajo</translation>
    </message>
    <message>
        <source>all phases</source>
        <translation>todas las fases</translation>
    </message>
    <message>
        <source>breaker {size}</source>
        <translation>interruptor {size}</translation>
    </message>
    <message>
        <source>derived</source>
        <translation>derivado</translation>
    </message>
    <message>
        <source>free: {outlets}</source>
        <translation>libres: {outlets}</translation>
    </message>
    <message>
        <source>front</source>
        <translation>frente</translation>
    </message>
    <message>
        <source>in no row</source>
        <translation>en ninguna fila</translation>
    </message>
    <message>
        <source>left</source>
        <translation>izquierda</translation>
    </message>
    <message>
        <source>limit not known</source>
        <translation>límite desconocido</translation>
    </message>
    <message>
        <source>mechanical lift</source>
        <translation>elevador mecánico</translation>
    </message>
    <message>
        <source>no feed</source>
        <translation>sin circuito</translation>
    </message>
    <message>
        <source>no price is known</source>
        <translation>no se conoce ningún precio</translation>
    </message>
    <message>
        <source>not chosen</source>
        <translation>sin elegir</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>sin dato</translation>
    </message>
    <message>
        <source>not said</source>
        <translation>sin decir</translation>
    </message>
    <message>
        <source>of the site: {key}</source>
        <translation>del emplazamiento: {key}</translation>
    </message>
    <message>
        <source>on the floor</source>
        <translation>en el suelo</translation>
    </message>
    <message>
        <source>one person</source>
        <translation>una persona</translation>
    </message>
    <message>
        <source>only phase {phase}</source>
        <translation>solo la fase {phase}</translation>
    </message>
    <message>
        <source>pallet truck or lift</source>
        <translation>transpaleta o elevador</translation>
    </message>
    <message>
        <source>read</source>
        <translation>leído</translation>
    </message>
    <message>
        <source>rear</source>
        <translation>trasera</translation>
    </message>
    <message>
        <source>reserved</source>
        <translation>reservado</translation>
    </message>
    <message>
        <source>revision {number}</source>
        <translation>revisión {number}</translation>
    </message>
    <message>
        <source>revision {number}, after {version}</source>
        <translation>revisión {number}, después de {version}</translation>
    </message>
    <message>
        <source>right</source>
        <translation>derecha</translation>
    </message>
    <message>
        <source>row {name}</source>
        <translation>fila {name}</translation>
    </message>
    <message>
        <source>rule of thumb</source>
        <translation>regla práctica</translation>
    </message>
    <message>
        <source>second-hand</source>
        <translation>de segunda mano</translation>
    </message>
    <message>
        <source>seen from behind</source>
        <translation>visto por detrás</translation>
    </message>
    <message>
        <source>since {version}</source>
        <translation>desde {version}</translation>
    </message>
    <message>
        <source>site sheet of the project</source>
        <translation>ficha del emplazamiento del proyecto</translation>
    </message>
    <message>
        <source>the {count} strongest of {all}</source>
        <translation>los {count} mayores de {all}</translation>
    </message>
    <message>
        <source>up to phase {phase}</source>
        <translation>hasta la fase {phase}</translation>
    </message>
    <message>
        <source>up to {value}</source>
        <translation>hasta {value}</translation>
    </message>
    <message>
        <source>with nothing failed, where it is most; the line is the limit</source>
        <translation>sin fallos, donde más se usa; la línea es el límite</translation>
    </message>
    <message>
        <source>{count} links compared, all as planned.</source>
        <translation>{count} enlaces comparados, todos según el plan.</translation>
    </message>
    <message>
        <source>{count} of {all}</source>
        <translation>{count} de {all}</translation>
    </message>
    <message>
        <source>{count} of {all} failures stop, slow or open something</source>
        <translation>{count} de {all} fallos paran, frenan o disparan algo</translation>
    </message>
    <message>
        <source>{count} people</source>
        <translation>{count} personas</translation>
    </message>
    <message>
        <source>{count} planned links belong to subnets of which nothing was seen.</source>
        <translation>{count} enlaces planificados son de subredes de las que no se vio nada.</translation>
    </message>
    <message>
        <source>{count} tasks</source>
        <translation>{count} tareas</translation>
    </message>
    <message>
        <source>{count} weeks</source>
        <translation>{count} semanas</translation>
    </message>
    <message>
        <source>{mass} of {limit}</source>
        <translation>{mass} de {limit}</translation>
    </message>
    <message>
        <source>{model} · fed by {feeders}</source>
        <translation>{model} · alimentada por {feeders}</translation>
    </message>
    <message>
        <source>{model}, order number not known</source>
        <translation>{model}, número de pedido desconocido</translation>
    </message>
    <message>
        <source>{model}: legs of cables counted before</source>
        <translation>{model}: ramales de cables ya contados</translation>
    </message>
    <message>
        <source>{name}: {power}. Open errors: {errors}, open warnings: {warnings}; see the second page.</source>
        <translation>{name}: {power}. Errores abiertos: {errors}, avisos abiertos: {warnings}; véase la segunda página.</translation>
    </message>
    <message>
        <source>{name}: {power}. The checks find no error and nothing to warn of.</source>
        <translation>{name}: {power}. Las comprobaciones no encuentran errores ni avisos.</translation>
    </message>
    <message>
        <source>{number} of {total}</source>
        <translation>{number} de {total}</translation>
    </message>
    <message>
        <source>{path} could not be written: {reason}.</source>
        <translation>No se pudo escribir {path}: {reason}.</translation>
    </message>
    <message>
        <source>{price} USD known; the price of {count} of {all} lines is not</source>
        <translation>{price} USD conocidos; falta el precio de {count} de {all} líneas</translation>
    </message>
    <message>
        <source>{share} of {limit}</source>
        <translation>{share} de {limit}</translation>
    </message>
    <message>
        <source>{share} of {limit}, spare {spare}</source>
        <translation>{share} de {limit}, sobran {spare}</translation>
    </message>
    <message>
        <source>{share} of {limit}: {spare} too much</source>
        <translation>{share} de {limit}: {spare} de más</translation>
    </message>
    <message>
        <source>{used} used, {free} free</source>
        <translation>{used} usadas, {free} libres</translation>
    </message>
    <message>
        <source>{used} used, {kept} reserved, {free} free</source>
        <translation>{used} usadas, {kept} reservadas, {free} libres</translation>
    </message>
    <message>
        <source>{value} + {count} not known</source>
        <translation>{value} + {count} sin dato</translation>
    </message>
    <message>
        <source>{west} from the west wall, {north} from the north wall</source>
        <translation>a {west} de la pared oeste y {north} de la pared norte</translation>
    </message>
    <message>
        <source>… and {count} more</source>
        <translation>… y {count} más</translation>
    </message>
</context>
<context>
    <name>sizing</name>
    <message>
        <source>Activations</source>
        <translation>Activaciones</translation>
    </message>
    <message>
        <source>CUDA graphs</source>
        <translation>Grafos CUDA</translation>
    </message>
    <message>
        <source>Choose a language model. The time of a denoiser or an encoder is not covered.</source>
        <translation>Elija un modelo de lenguaje. El tiempo de un modelo de difusión o de un codificador no está cubierto.</translation>
    </message>
    <message>
        <source>Driver and communication</source>
        <translation>Controlador y comunicación</translation>
    </message>
    <message>
        <source>KV cache</source>
        <translation>Caché KV</translation>
    </message>
    <message>
        <source>No GPU of the catalog is called {name}, or its memory is not known.</source>
        <translation>Ninguna GPU del catálogo se llama {name}, o no se conoce su memoria.</translation>
    </message>
    <message>
        <source>No format of weights is called {key}; there are {keys}.</source>
        <translation>Ningún formato de pesos se llama {key}; hay {keys}.</translation>
    </message>
    <message>
        <source>Search for it with: gpudesk catalog search {name}</source>
        <translation>Búsquela con: gpudesk catalog search {name}</translation>
    </message>
    <message>
        <source>The experts of this model are not told apart from its other weights.</source>
        <translation>Los expertos de este modelo no se distinguen de sus demás pesos.</translation>
    </message>
    <message>
        <source>The layers are spread over {count} stages; no measurement here covers that.</source>
        <translation>Las capas se reparten en {count} etapas; ninguna medición de aquí lo cubre.</translation>
    </message>
    <message>
        <source>This board does not compute in {format}: weights are unpacked to 16 bits for each product (weight-only).</source>
        <translation>Esta placa no calcula en {format}: los pesos se desempaquetan a 16 bits en cada producto (solo pesos).</translation>
    </message>
    <message>
        <source>This model was made for {made} tokens; {asked} are asked for.</source>
        <translation>Este modelo se hizo para {made} tokens; se piden {asked}.</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Pesos</translation>
    </message>
    <message>
        <source>peak of {sequences} sequences, {step} tokens a step</source>
        <translation>pico de {sequences} secuencias, {step} tokens por paso</translation>
    </message>
    <message>
        <source>{count} GPUs share each layer over PCI Express; no measurement here covers that.</source>
        <translation>{count} GPU comparten cada capa por PCI Express; ninguna medición de aquí lo cubre.</translation>
    </message>
    <message>
        <source>{heads} heads cannot be shared out evenly over {gpus} GPUs.</source>
        <translation>{heads} cabezas no se pueden repartir por igual entre {gpus} GPU.</translation>
    </message>
    <message>
        <source>{name} does not generate words. This sizes models that do.</source>
        <translation>{name} no genera palabras. Aquí se dimensionan modelos que sí las generan.</translation>
    </message>
    <message>
        <source>{parameters} parameters in {format}, shared out over {gpus}</source>
        <translation>{parameters} parámetros en {format}, repartidos entre {gpus}</translation>
    </message>
    <message>
        <source>{sequences} × {mib} MiB, {context} tokens each</source>
        <translation>{sequences} × {mib} MiB, {context} tokens cada una</translation>
    </message>
</context>
<context>
    <name>store</name>
    <message>
        <source>A step whose name cannot be read</source>
        <translation>Un paso cuyo nombre no se puede leer</translation>
    </message>
    <message>
        <source>Another program is using {path}.</source>
        <translation>Otro programa está usando {path}.</translation>
    </message>
    <message>
        <source>Copy it to a folder of your own, or ask its owner for access.</source>
        <translation>Copiarlo a una carpeta propia, o pedir acceso a su dueño.</translation>
    </message>
    <message>
        <source>Free some space and try again.</source>
        <translation>Liberar espacio e intentarlo de nuevo.</translation>
    </message>
    <message>
        <source>It can be read meanwhile; editing is possible once it is closed there.</source>
        <translation>Entretanto se puede leer; se podrá editar cuando se cierre allí.</translation>
    </message>
    <message>
        <source>No room is left on the disk that holds {path}. What was being written was taken back, nothing else.</source>
        <translation>No queda espacio en el disco de {path}. Se ha deshecho lo que se estaba escribiendo, nada más.</translation>
    </message>
    <message>
        <source>Open it with the current program.</source>
        <translation>Abrirlo con el programa actual.</translation>
    </message>
    <message>
        <source>Open the latest copy or backup of it.</source>
        <translation>Abrir su última copia o copia de seguridad.</translation>
    </message>
    <message>
        <source>The edit does not fit the project ({reason}). It was taken back.</source>
        <translation>El cambio no encaja en el proyecto ({reason}). Se ha deshecho.</translation>
    </message>
    <message>
        <source>There is no file at {path}.</source>
        <translation>No hay ningún archivo en {path}.</translation>
    </message>
    <message>
        <source>There is no project file at {path}.</source>
        <translation>No hay ningún archivo de proyecto en {path}.</translation>
    </message>
    <message>
        <source>{path} cannot be opened: {reason}.</source>
        <translation>No se puede abrir {path}: {reason}.</translation>
    </message>
    <message>
        <source>{path} could not be read or written: {reason}.</source>
        <translation>No se pudo leer o escribir {path}: {reason}.</translation>
    </message>
    <message>
        <source>{path} is being edited by another program.</source>
        <translation>Otro programa está editando {path}.</translation>
    </message>
    <message>
        <source>{path} is being edited by {user} on {host} (process {pid}).</source>
        <translation>{user} está editando {path} en {host} (proceso {pid}).</translation>
    </message>
    <message>
        <source>{path} is damaged: {what}. It was not changed.</source>
        <translation>{path} está dañado: {what}. No se ha modificado.</translation>
    </message>
    <message>
        <source>{path} is not a GPU Desk project: {reason}.</source>
        <translation>{path} no es un proyecto de GPU Desk: {reason}.</translation>
    </message>
    <message>
        <source>{path} may not be read or written by this user.</source>
        <translation>Este usuario no puede leer o escribir {path}.</translation>
    </message>
    <message>
        <source>{path} may not be written by this user.</source>
        <translation>Este usuario no puede escribir {path}.</translation>
    </message>
    <message>
        <source>{path} was written by a later version of the program (format {version}; this one knows {known}). It was not changed.</source>
        <translation>{path} se escribió con una versión posterior del programa (formato {version}; esta conoce el {known}). No se ha modificado.</translation>
    </message>
</context>
<context>
    <name>structured</name>
    <message>
        <source>A rack at their end stands in no row.</source>
        <translation>Un rack en su extremo no está en ninguna fila.</translation>
    </message>
    <message>
        <source>A rack has no free unit for more panels.</source>
        <translation>Un rack no tiene unidad libre para más paneles.</translation>
    </message>
    <message>
        <source>No cord or trunk that fits them is long enough.</source>
        <translation>Ningún latiguillo o troncal adecuado es bastante largo.</translation>
    </message>
    <message>
        <source>They stay inside one row.</source>
        <translation>No salen de una fila.</translation>
    </message>
</context>
<context>
    <name>tables</name>
    <message>
        <source>Choose a workbook (.xlsx), which has a sheet for each family, or fewer types.</source>
        <translation>Elija un libro de cálculo (.xlsx), que tiene una hoja por familia, o menos tipos.</translation>
    </message>
    <message>
        <source>Choose another place.</source>
        <translation>Elija otro lugar.</translation>
    </message>
    <message>
        <source>Divide it into several files.</source>
        <translation>Divídalo en varios archivos.</translation>
    </message>
    <message>
        <source>Look for a quotation mark that is not closed or not doubled.</source>
        <translation>Busque unas comillas sin cerrar o sin duplicar.</translation>
    </message>
    <message>
        <source>Open it in a spreadsheet program and save it again as .xlsx, or as CSV.</source>
        <translation>Ábralo en una hoja de cálculo y guárdelo de nuevo como .xlsx o como CSV.</translation>
    </message>
    <message>
        <source>Put the value itself into the cell.</source>
        <translation>Ponga en la celda el valor mismo.</translation>
    </message>
    <message>
        <source>Racks have the columns name, site, status; devices have device_type as well.</source>
        <translation>Los racks tienen las columnas name, site, status; los equipos, además device_type.</translation>
    </message>
    <message>
        <source>Remove or rename one of them.</source>
        <translation>Quite una de ellas o cámbiele el nombre.</translation>
    </message>
    <message>
        <source>Save it as .xlsx without a password, or as CSV.</source>
        <translation>Guárdelo como .xlsx sin contraseña o como CSV.</translation>
    </message>
    <message>
        <source>The first line that is not empty holds the names of the columns.</source>
        <translation>La primera línea no vacía lleva los nombres de las columnas.</translation>
    </message>
    <message>
        <source>Types of so many families would need {count} columns; a text file has at most {most}.</source>
        <translation>Tipos de tantas familias necesitarían {count} columnas; un archivo de texto tiene como mucho {most}.</translation>
    </message>
    <message>
        <source>Write the lowest unit that the device takes, counted from 1, in steps of a half: 12 or 12.5.</source>
        <translation>Escriba la unidad más baja que ocupa el equipo, contada desde 1, en pasos de media: 12 o 12.5.</translation>
    </message>
    <message>
        <source>a column named key is needed</source>
        <translation>hace falta una columna llamada key</translation>
    </message>
    <message>
        <source>it is too large</source>
        <translation>es demasiado grande</translation>
    </message>
    <message>
        <source>line {line} cannot be read: {reason}.</source>
        <translation>la línea {line} no se puede leer: {reason}.</translation>
    </message>
    <message>
        <source>the cell holds a formula without a result; formulas are not calculated.</source>
        <translation>la celda tiene una fórmula sin resultado; las fórmulas no se calculan.</translation>
    </message>
    <message>
        <source>the cell holds the error {error}.</source>
        <translation>la celda tiene el error {error}.</translation>
    </message>
    <message>
        <source>the column {name} comes twice</source>
        <translation>la columna {name} aparece dos veces</translation>
    </message>
    <message>
        <source>the column {name} comes twice, here and in {other}.</source>
        <translation>la columna {name} aparece dos veces, aquí y en {other}.</translation>
    </message>
    <message>
        <source>the column {name} is missing.</source>
        <translation>falta la columna {name}.</translation>
    </message>
    <message>
        <source>the file cannot be read: {reason}.</source>
        <translation>el archivo no se puede leer: {reason}.</translation>
    </message>
    <message>
        <source>the file is larger than {limit} MiB.</source>
        <translation>el archivo pasa de {limit} MiB.</translation>
    </message>
    <message>
        <source>the file says that it is {encoding}, but byte {at} of it is not.</source>
        <translation>el archivo dice estar en {encoding}, pero su byte {at} no lo está.</translation>
    </message>
    <message>
        <source>the folder is not empty</source>
        <translation>la carpeta no está vacía</translation>
    </message>
    <message>
        <source>the head of {name} is “{head}”</source>
        <translation>el encabezado de {name} es «{head}»</translation>
    </message>
    <message>
        <source>the line names neither a hall, a row, a rack nor a device.</source>
        <translation>la línea no nombra ninguna sala, fila, rack ni equipo.</translation>
    </message>
    <message>
        <source>the line names no device and port at one of its ends.</source>
        <translation>la línea no nombra equipo y puerto en uno de sus extremos.</translation>
    </message>
    <message>
        <source>the list has neither a column Device nor Rack nor Hall.</source>
        <translation>la lista no tiene columna Device, Rack ni Hall.</translation>
    </message>
    <message>
        <source>the name is missing.</source>
        <translation>falta el nombre.</translation>
    </message>
    <message>
        <source>the row has more than {limit} cells.</source>
        <translation>la fila tiene más de {limit} celdas.</translation>
    </message>
    <message>
        <source>the table has more than {limit} rows.</source>
        <translation>la tabla tiene más de {limit} filas.</translation>
    </message>
    <message>
        <source>the text is longer than the {limit} characters that a cell can hold.</source>
        <translation>el texto pasa de los {limit} caracteres que caben en una celda.</translation>
    </message>
    <message>
        <source>the workbook defines entities of its own, which no spreadsheet program does.</source>
        <translation>el libro define entidades propias, lo que ninguna hoja de cálculo hace.</translation>
    </message>
    <message>
        <source>the workbook has more than {limit} sheets.</source>
        <translation>el libro tiene más de {limit} hojas.</translation>
    </message>
    <message>
        <source>the workbook unpacks to more than {limit} MiB.</source>
        <translation>el libro ocupa más de {limit} MiB al descomprimirse.</translation>
    </message>
    <message>
        <source>there are no types in it: the first row needs a column named key</source>
        <translation>no hay tipos en él: la primera fila necesita una columna llamada key</translation>
    </message>
    <message>
        <source>there is no CSV file of racks or devices, as NetBox exports them.</source>
        <translation>no hay ningún archivo CSV de racks o equipos como los que exporta NetBox.</translation>
    </message>
    <message>
        <source>this is an old Excel file, or one with a password.</source>
        <translation>es un archivo antiguo de Excel o tiene contraseña.</translation>
    </message>
    <message>
        <source>this is neither a text file nor a workbook.</source>
        <translation>no es un archivo de texto ni un libro de Excel.</translation>
    </message>
    <message>
        <source>this is no workbook (.xlsx), or it is damaged: {reason}.</source>
        <translation>no es un libro de Excel (.xlsx) o está dañado: {reason}.</translation>
    </message>
    <message>
        <source>{file} has {count} faults; nothing was taken from it.</source>
        <translation>{file} tiene {count} errores; no se tomó nada de él.</translation>
    </message>
    <message>
        <source>{name} has a source and no value</source>
        <translation>{name} tiene una fuente y ningún valor</translation>
    </message>
    <message>
        <source>{name} is a number, not {value}</source>
        <translation>{name} es un número, no {value}</translation>
    </message>
    <message>
        <source>{name} is neither a name nor a fact of the catalog</source>
        <translation>{name} no es ni un nombre ni un dato del catálogo</translation>
    </message>
    <message>
        <source>{path} cannot be read: {reason}.</source>
        <translation>{path} no se puede leer: {reason}.</translation>
    </message>
    <message>
        <source>{path} cannot be written: {reason}.</source>
        <translation>{path} no se puede escribir: {reason}.</translation>
    </message>
    <message>
        <source>{place}: {what}</source>
        <translation>{place}: {what}</translation>
    </message>
    <message>
        <source>{value} is no angle from 0 to 359.9 degrees.</source>
        <translation>{value} no es un ángulo de 0 a 359,9 grados.</translation>
    </message>
    <message>
        <source>{value} is no height of a rack in units.</source>
        <translation>{value} no es una altura de rack en unidades.</translation>
    </message>
    <message>
        <source>{value} is no length in metres up to {most}.</source>
        <translation>{value} no es una longitud en metros hasta {most}.</translation>
    </message>
    <message>
        <source>{value} is no unit of a rack.</source>
        <translation>{value} no es una unidad de un rack.</translation>
    </message>
    <message>
        <source>{value} is no whole number from {low} to {high}.</source>
        <translation>{value} no es un número entero de {low} a {high}.</translation>
    </message>
    <message>
        <source>{value} is not understood; it is one of: {words}.</source>
        <translation>{value} no se entiende; es uno de estos: {words}.</translation>
    </message>
</context>
<context>
    <name>template</name>
    <message>
        <source>The plan would have more than {most} racks and devices.</source>
        <translation>El plan tendría más de {most} racks y equipos.</translation>
    </message>
    <message>
        <source>The template has no parameter {name}; it has {known}.</source>
        <translation>La plantilla no tiene el parámetro {name}; tiene {known}.</translation>
    </message>
    <message>
        <source>The template has nothing to choose, so no {name}.</source>
        <translation>La plantilla no tiene nada que elegir, así que tampoco {name}.</translation>
    </message>
    <message>
        <source>The template is not well formed.</source>
        <translation>La plantilla está mal formada.</translation>
    </message>
    <message>
        <source>{expression} gives no number, no text, and neither true nor false.</source>
        <translation>{expression} no da un número, ni un texto, ni verdadero o falso.</translation>
    </message>
    <message>
        <source>{expression} gives {value}, which is no number of things or millimetres.</source>
        <translation>{expression} da {value}, que no es un número de cosas ni de milímetros.</translation>
    </message>
    <message>
        <source>{expression} gives {value}, which is no way of cooling: these are {wanted}.</source>
        <translation>{expression} da {value}, que no es un modo de refrigerar: son {wanted}.</translation>
    </message>
    <message>
        <source>{expression} gives {value}; it must lie between 0 and {most}.</source>
        <translation>{expression} da {value}; debe estar entre 0 y {most}.</translation>
    </message>
    <message>
        <source>{expression} gives {value}; it must lie between {least} and {most}.</source>
        <translation>{expression} da {value}; debe estar entre {least} y {most}.</translation>
    </message>
    <message>
        <source>{name} cannot be {value}: it is a whole number from {low} to {high}.</source>
        <translation>{name} no puede ser {value}: es un número entero de {low} a {high}.</translation>
    </message>
    <message>
        <source>{name} cannot be {value}: it is one of {wanted}.</source>
        <translation>{name} no puede ser {value}: es uno de {wanted}.</translation>
    </message>
    <message>
        <source>{name} cannot be {value}: it is true or false.</source>
        <translation>{name} no puede ser {value}: es true (sí) o false (no).</translation>
    </message>
    <message>
        <source>{name}: more of them stand in a rack than it says units.</source>
        <translation>{name}: en un rack hay más de los que dicen sus unidades.</translation>
    </message>
    <message>
        <source>{where}: {what}</source>
        <translation>{where}: {what}</translation>
    </message>
</context>
<context>
    <name>templates</name>
    <message>
        <source>A template has a name of one line, of at most {most} characters.</source>
        <translation>Una plantilla tiene un nombre de una línea, de {most} caracteres como máximo.</translation>
    </message>
    <message>
        <source>Take one row or one hall of it, and repeat that.</source>
        <translation>Tome una fila o una sala y repítala.</translation>
    </message>
    <message>
        <source>There is no template {name}; there are {known}.</source>
        <translation>No existe la plantilla {name}; hay {known}.</translation>
    </message>
    <message>
        <source>This is too much for a template: its file would hold {size} MB, and one MB is the limit.</source>
        <translation>Es demasiado para una plantilla: su archivo tendría {size} MB y el límite es un MB.</translation>
    </message>
    <message>
        <source>This is too much for a template: {count} racks and devices, and {most} are the limit.</source>
        <translation>Es demasiado para una plantilla: {count} racks y equipos, y el límite son {most}.</translation>
    </message>
    <message>
        <source>{file} cannot be read as a template; the fault is in line {line}.</source>
        <translation>{file} no se puede leer como plantilla; el fallo está en la línea {line}.</translation>
    </message>
    <message>
        <source>{file} is not a template that this program understands: {names} has no meaning in one.</source>
        <translation>{file} no es una plantilla que este programa entienda: {names} no significa nada en una.</translation>
    </message>
    <message>
        <source>{file} is not a template: it needs a name, a title, and a plan or what to build.</source>
        <translation>{file} no es una plantilla: necesita un nombre, un título y un plan o lo que se construye.</translation>
    </message>
    <message>
        <source>{file} is not a template: it needs exactly {names}, and its own name.</source>
        <translation>{file} no es una plantilla: necesita exactamente {names}, y su propio nombre.</translation>
    </message>
    <message>
        <source>{file}: {name} must be a text of at most {most} characters.</source>
        <translation>{file}: {name} debe ser un texto de {most} caracteres como máximo.</translation>
    </message>
    <message>
        <source>{file}: {name} must be a text.</source>
        <translation>{file}: {name} debe ser un texto.</translation>
    </message>
    <message>
        <source>{name} is none of your templates.</source>
        <translation>{name} no es ninguna de sus plantillas.</translation>
    </message>
</context>
<context>
    <name>texts</name>
    <message>
        <source>A coolant is one line of at most {most} characters.</source>
        <translation>Un refrigerante es una línea de {most} caracteres como máximo.</translation>
    </message>
    <message>
        <source>A name is one line of at most {most} characters.</source>
        <translation>Un nombre es una línea de {most} caracteres como máximo.</translation>
    </message>
    <message>
        <source>A pattern of names is one line of at most {most} characters.</source>
        <translation>Un patrón de nombres es una línea de {most} caracteres como máximo.</translation>
    </message>
    <message>
        <source>A reason is one line of at most {most} characters.</source>
        <translation>Un motivo es una línea de {most} caracteres como máximo.</translation>
    </message>
    <message>
        <source>A receptacle is one line of at most {most} characters.</source>
        <translation>Una toma se nombra en una línea de {most} caracteres como máximo.</translation>
    </message>
    <message>
        <source>A role is one line of at most {most} characters.</source>
        <translation>Una función es una línea de {most} caracteres como máximo.</translation>
    </message>
    <message>
        <source>A serial number is one line of at most {most} characters.</source>
        <translation>Un número de serie es una línea de {most} caracteres como máximo.</translation>
    </message>
    <message>
        <source>A slot is one line of at most {most} characters.</source>
        <translation>Una ranura es una línea de {most} caracteres como máximo.</translation>
    </message>
    <message>
        <source>An asset number is one line of at most {most} characters.</source>
        <translation>Un número de activo es una línea de {most} caracteres como máximo.</translation>
    </message>
    <message>
        <source>Notes have at most {most} characters.</source>
        <translation>Las notas tienen {most} caracteres como máximo.</translation>
    </message>
    <message>
        <source>The side of a feed is one line of at most {most} characters.</source>
        <translation>El lado de un circuito es una línea de {most} caracteres como máximo.</translation>
    </message>
    <message>
        <source>The side of a unit is one line of at most {most} characters.</source>
        <translation>El lado de una unidad es una línea de {most} caracteres como máximo.</translation>
    </message>
</context>
<context>
    <name>underlay</name>
    <message>
        <source>Only PNG and JPEG pictures and DXF drawings can lie under a plan.</source>
        <translation>Bajo un plano solo pueden ir imágenes PNG y JPEG y dibujos DXF.</translation>
    </message>
    <message>
        <source>The picture has {pixels} megapixels; at most {most} are shown. Save it smaller.</source>
        <translation>La imagen tiene {pixels} megapíxeles; se muestran {most} como máximo. Guárdela más pequeña.</translation>
    </message>
    <message>
        <source>The picture has {size} MB; at most {most} MB are kept. Save it smaller.</source>
        <translation>La imagen ocupa {size} MB; se guardan {most} MB como máximo. Guárdela más pequeña.</translation>
    </message>
    <message>
        <source>The picture is damaged and cannot be shown. Save it anew as PNG or JPEG.</source>
        <translation>La imagen está dañada y no se puede mostrar. Guárdela de nuevo como PNG o JPEG.</translation>
    </message>
    <message>
        <source>The picture is damaged: it does not say its size.</source>
        <translation>La imagen está dañada: no indica su tamaño.</translation>
    </message>
</context>
<context>
    <name>what_is</name>
    <message>
        <source>There is no file at {path}.</source>
        <translation>No hay ningún archivo en {path}.</translation>
    </message>
    <message>
        <source>You can drop a project, a template, a list of devices or cables (CSV, Excel), files of NetBox, links (ibnetdiscover, DOT), a library or a file of types, the configuration or the files of a model, or a picture, PDF or DXF for the plan.</source>
        <translation>Puede soltar un proyecto, una plantilla, una lista de equipos o cables (CSV, Excel), archivos de NetBox, enlaces (ibnetdiscover, DOT), una biblioteca o un archivo de tipos, la configuración o los archivos de un modelo, o una imagen, PDF o DXF para el plano.</translation>
    </message>
    <message>
        <source>{file} cannot be read: {reason}.</source>
        <translation>{file} no se puede leer: {reason}.</translation>
    </message>
    <message>
        <source>{file} is a damaged archive.</source>
        <translation>{file} es un archivo comprimido dañado.</translation>
    </message>
    <message>
        <source>{file} is a database of another program.</source>
        <translation>{file} es una base de datos de otro programa.</translation>
    </message>
    <message>
        <source>{file} is empty.</source>
        <translation>{file} está vacío.</translation>
    </message>
    <message>
        <source>{file} is none of the files that this program understands.</source>
        <translation>{file} no es ninguno de los archivos que este programa entiende.</translation>
    </message>
    <message>
        <source>{file} is too large: it holds too many files.</source>
        <translation>{file} es demasiado grande: contiene demasiados archivos.</translation>
    </message>
    <message>
        <source>{file} is too large: {size} GB.</source>
        <translation>{file} es demasiado grande: {size} GB.</translation>
    </message>
</context>
</TS>
