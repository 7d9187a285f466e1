<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>AddToPowerDialog</name>
    <message numerus="yes">
        <source>Add %n part(s)</source>
        <translation>
            <numerusform>Add %n part</numerusform>
            <numerusform>Add %n parts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>AutoPlaceDialog</name>
    <message numerus="yes">
        <source>%n rack(s)</source>
        <translation>
            <numerusform>%n rack</numerusform>
            <numerusform>%n racks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n unplaced device(s)</source>
        <translation>
            <numerusform>%n unplaced device</numerusform>
            <numerusform>%n unplaced devices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Place %n device(s)</source>
        <translation>
            <numerusform>Place %n device</numerusform>
            <numerusform>Place %n devices</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>BillOfMaterialsDialog</name>
    <message numerus="yes">
        <source>(excluding %n of unknown mass)</source>
        <translation>
            <numerusform>(excluding %n of unknown mass)</numerusform>
            <numerusform>(excluding %n of unknown mass)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CableProjectDialog</name>
    <message numerus="yes">
        <source>%n link(s) skipped in favor of cables set by hand.</source>
        <translation>
            <numerusform>%n link skipped in favor of cables set by hand.</numerusform>
            <numerusform>%n links skipped in favor of cables set by hand.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CableRun</name>
    <message numerus="yes">
        <source>%n cable(s) done</source>
        <translation>
            <numerusform>%n cable done</numerusform>
            <numerusform>%n cables done</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CatalogExchange</name>
    <message numerus="yes">
        <source>%n is(are) hidden by others with the same key: {keys}.</source>
        <translation>
            <numerusform>%n is hidden by others with the same key: {keys}.</numerusform>
            <numerusform>%n are hidden by others with the same key: {keys}.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n type(s) of {name} added to the catalog.</source>
        <translation>
            <numerusform>%n type of {name} added to the catalog.</numerusform>
            <numerusform>%n types of {name} added to the catalog.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CodeChoice</name>
    <message numerus="yes">
        <source>%n code(s) in {name}</source>
        <translation>
            <numerusform>%n code in {name}</numerusform>
            <numerusform>%n codes in {name}</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CoolingCommands</name>
    <message numerus="yes">
        <source>%n of them do not fit on the floor: enlarge the hall, or choose units that are not on the floor.</source>
        <translation>
            <numerusform>%n of them does not fit on the floor: enlarge the hall, or choose units that are not on the floor.</numerusform>
            <numerusform>%n of them do not fit on the floor: enlarge the hall, or choose units that are not on the floor.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>CoolingPage</name>
    <message numerus="yes">
        <source>power of %n device(s) not known</source>
        <translation>
            <numerusform>power of %n device not known</numerusform>
            <numerusform>power of %n devices not known</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DeleteFromPowerDialog</name>
    <message numerus="yes">
        <source>%n component(s) fed from it, directly or downstream.</source>
        <translation>
            <numerusform>%n component fed from it, directly or downstream.</numerusform>
            <numerusform>%n components fed from it, directly or downstream.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n part(s)</source>
        <translation>
            <numerusform>Delete %n part</numerusform>
            <numerusform>Delete all %n parts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DeleteRowsDialog</name>
    <message numerus="yes">
        <source>%n device(s)</source>
        <translation>
            <numerusform>%n device</numerusform>
            <numerusform>%n devices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n feed(s) with no other use</source>
        <translation>
            <numerusform>%n feed with no other use</numerusform>
            <numerusform>%n feeds with no other use</numerusform>
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
            <numerusform>Delete %n row</numerusform>
            <numerusform>Delete %n rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DrawingCounts</name>
    <message numerus="yes">
        <source>%n GPU(s)</source>
        <translation>
            <numerusform>%n GPU</numerusform>
            <numerusform>%n GPUs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n link(s)</source>
        <translation>
            <numerusform>%n link</numerusform>
            <numerusform>%n links</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n switch(es) without nodes</source>
        <translation>
            <numerusform>%n switch without nodes</numerusform>
            <numerusform>%n switches without nodes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Excluding</name>
    <message numerus="yes">
        <source>Why are these %n problems excluded?</source>
        <translation>
            <numerusform>Why is %n problem excluded?</numerusform>
            <numerusform>Why are these %n problems excluded?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ExclusionsDialog</name>
    <message numerus="yes">
        <source>Active: %n</source>
        <translation>
            <numerusform>Active: %n</numerusform>
            <numerusform>Active: %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>No longer in use: %n</source>
        <translation>
            <numerusform>No longer in use: %n</numerusform>
            <numerusform>No longer in use: %n</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FileCommands</name>
    <message numerus="yes">
        <source>Some items were omitted or changed: %n remark(s) in README.txt in the archive.</source>
        <translation>
            <numerusform>Some items were omitted or changed: %n remark in README.txt in the archive.</numerusform>
            <numerusform>Some items were omitted or changed: %n remarks in README.txt in the archive.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Some items were omitted or changed: %n remark(s) in README.txt in the folder.</source>
        <translation>
            <numerusform>Some items were omitted or changed: %n remark in README.txt in the folder.</numerusform>
            <numerusform>Some items were omitted or changed: %n remarks in README.txt in the folder.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Some items were omitted or changed: %n remark(s), listed by the command gpudesk export.</source>
        <translation>
            <numerusform>Some items were omitted or changed: %n remark, listed by the command gpudesk export.</numerusform>
            <numerusform>Some items were omitted or changed: %n remarks, listed by the command gpudesk export.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FillPatternDialog</name>
    <message numerus="yes">
        <source>%n device(s) in {units} are repeated in the same units of other racks.</source>
        <translation>
            <numerusform>%n device in {units} is repeated in the same units of other racks.</numerusform>
            <numerusform>%n devices in {units} are repeated in the same units of other racks.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Fill %n rack(s)</source>
        <translation>
            <numerusform>Fill %n rack</numerusform>
            <numerusform>Fill %n racks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>HistoryDock</name>
    <message numerus="yes">
        <source>%n step(s), saved in the file</source>
        <translation>
            <numerusform>%n step, saved in the file</numerusform>
            <numerusform>%n steps, saved in the file</numerusform>
        </translation>
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
        <source>%n cooling component(s)</source>
        <translation>
            <numerusform>%n cooling component</numerusform>
            <numerusform>%n cooling components</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation>
            <numerusform>%n error</numerusform>
            <numerusform>%n errors</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n note(s)</source>
        <translation>
            <numerusform>%n note</numerusform>
            <numerusform>%n notes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n object(s)</source>
        <translation>
            <numerusform>%n object</numerusform>
            <numerusform>%n objects</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n power component(s)</source>
        <translation>
            <numerusform>%n power component</numerusform>
            <numerusform>%n power components</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation>
            <numerusform>%n warning</numerusform>
            <numerusform>%n warnings</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ItemsForm</name>
    <message numerus="yes">
        <source>%n floor item(s)</source>
        <translation>
            <numerusform>%n floor item</numerusform>
            <numerusform>%n floor items</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>JudgementCounts</name>
    <message numerus="yes">
        <source>%n switch(es) at the top, {down} below</source>
        <translation>
            <numerusform>%n switch at the top, {down} below</numerusform>
            <numerusform>%n switches at the top, {down} below</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n switch(es), {down} down, {up} up; the worst: {name}, {ratio}</source>
        <translation>
            <numerusform>%n switch, {down} down, {up} up; the worst: {name}, {ratio}</numerusform>
            <numerusform>%n switches, {down} down, {up} up; the worst: {name}, {ratio}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>of %n node(s), and between switches</source>
        <translation>
            <numerusform>of %n node, and between switches</numerusform>
            <numerusform>of %n nodes, and between switches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{name}: %n node(s) have less bandwidth, {cut} none; similar failures typically leave {usual}</source>
        <translation>
            <numerusform>{name}: %n node has less bandwidth, {cut} none; similar failures typically leave {usual}</numerusform>
            <numerusform>{name}: %n nodes have less bandwidth, {cut} none; similar failures typically leave {usual}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{name}: %n node(s) have less bandwidth; similar failures typically leave {usual}</source>
        <translation>
            <numerusform>{name}: %n node has less bandwidth; similar failures typically leave {usual}</numerusform>
            <numerusform>{name}: %n nodes have less bandwidth; similar failures typically leave {usual}</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NameHostsDialog</name>
    <message numerus="yes">
        <source>Name %n host(s)</source>
        <translation>
            <numerusform>Name %n host</numerusform>
            <numerusform>Name %n hosts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NameRacksDialog</name>
    <message numerus="yes">
        <source>Name %n rack(s)</source>
        <translation>
            <numerusform>Name %n rack</numerusform>
            <numerusform>Name %n racks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NetboxTypesDialog</name>
    <message numerus="yes">
        <source>%n device type(s)</source>
        <translation>
            <numerusform>%n device type</numerusform>
            <numerusform>%n device types</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n module type(s)</source>
        <translation>
            <numerusform>%n module type</numerusform>
            <numerusform>%n module types</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rack type(s)</source>
        <translation>
            <numerusform>%n rack type</numerusform>
            <numerusform>%n rack types</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NetworkStageDialog</name>
    <message numerus="yes">
        <source>{role} · %n device(s)</source>
        <translation>
            <numerusform>{role} · %n device</numerusform>
            <numerusform>{role} · %n devices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{role} · %n switch(es)</source>
        <translation>
            <numerusform>{role} · %n switch</numerusform>
            <numerusform>{role} · %n switches</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NetworksDialog</name>
    <message numerus="yes">
        <source>%n link(s)</source>
        <translation>
            <numerusform>%n link</numerusform>
            <numerusform>%n links</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n link(s) each</source>
        <translation>
            <numerusform>%n link each</numerusform>
            <numerusform>%n links each</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NewRackDialog</name>
    <message numerus="yes">
        <source>Add %n rack(s)</source>
        <translation>
            <numerusform>Add %n rack</numerusform>
            <numerusform>Add %n racks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OnHandField</name>
    <message numerus="yes">
        <source>%n GPU(s)…</source>
        <translation>
            <numerusform>%n GPU…</numerusform>
            <numerusform>%n GPUs…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OnSite</name>
    <message numerus="yes">
        <source>%n cable(s)</source>
        <translation>
            <numerusform>%n cable</numerusform>
            <numerusform>%n cables</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n device(s)</source>
        <translation>
            <numerusform>%n device</numerusform>
            <numerusform>%n devices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n feed(s)</source>
        <translation>
            <numerusform>%n feed</numerusform>
            <numerusform>%n feeds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hall(s)</source>
        <translation>
            <numerusform>%n hall</numerusform>
            <numerusform>%n halls</numerusform>
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
        <source>%n target(s)</source>
        <translation>
            <numerusform>%n target</numerusform>
            <numerusform>%n targets</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n tray(s)</source>
        <translation>
            <numerusform>%n tray</numerusform>
            <numerusform>%n trays</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n workstation(s)</source>
        <translation>
            <numerusform>%n workstation</numerusform>
            <numerusform>%n workstations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PhotoSuggestions</name>
    <message numerus="yes">
        <source>%n more new photo(s).</source>
        <translation>
            <numerusform>%n more new photo.</numerusform>
            <numerusform>%n more new photos.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PlaceList</name>
    <message numerus="yes">
        <source>Add %n unplaced device(s) from the project</source>
        <translation>
            <numerusform>Add %n unplaced device from the project</numerusform>
            <numerusform>Add %n unplaced devices from the project</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PlanPicture</name>
    <message numerus="yes">
        <source>%n rack(s)</source>
        <translation>
            <numerusform>%n rack</numerusform>
            <numerusform>%n racks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PowerCommands</name>
    <message numerus="yes">
        <source>%n cord(s)</source>
        <translation>
            <numerusform>%n cord</numerusform>
            <numerusform>%n cords</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n feed(s)</source>
        <translation>
            <numerusform>%n feed</numerusform>
            <numerusform>%n feeds</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n power supply(ies) have no outlet within reach of a suitable cord: {names}</source>
        <translation>
            <numerusform>%n power supply has no outlet within reach of a suitable cord: {names}</numerusform>
            <numerusform>%n power supplies have no outlet within reach of a suitable cord: {names}</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PowerEditCommands</name>
    <message numerus="yes">
        <source>%n cord(s) removed; Undo restores everything.</source>
        <translation>
            <numerusform>%n cord removed; Undo restores everything.</numerusform>
            <numerusform>%n cords removed; Undo restores everything.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n part(s) deleted.</source>
        <translation>
            <numerusform>%n part deleted.</numerusform>
            <numerusform>%n parts deleted.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PowerFailuresPage</name>
    <message numerus="yes">
        <source>{shown} of {all} failures, %n of them stop(s) devices</source>
        <translation>
            <numerusform>{shown} of {all} failures, %n of them stops devices</numerusform>
            <numerusform>{shown} of {all} failures, %n of them stop devices</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProblemsNote</name>
    <message numerus="yes">
        <source>%n problem(s) do not match the filters at the top of this list.</source>
        <translation>
            <numerusform>%n problem does not match the filters at the top of this list.</numerusform>
            <numerusform>%n problems do not match the filters at the top of this list.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Show %n excluded problem(s)</source>
        <translation>
            <numerusform>Show %n excluded problem</numerusform>
            <numerusform>Show %n excluded problems</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Whole project checked with %n rule(s).</source>
        <translation>
            <numerusform>Whole project checked with %n rule.</numerusform>
            <numerusform>Whole project checked with %n rules.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProcessRow</name>
    <message numerus="yes">
        <source>%n GPUs</source>
        <translation>
            <numerusform>%n GPU</numerusform>
            <numerusform>%n GPUs</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProgressLine</name>
    <message numerus="yes">
        <source>%n failed</source>
        <translation>
            <numerusform>%n failed</numerusform>
            <numerusform>%n failed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n task(s) listed · {done} of {total} done</source>
        <translation>
            <numerusform>%n task listed · {done} of {total} done</numerusform>
            <numerusform>%n tasks listed · {done} of {total} done</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProjectCommands</name>
    <message numerus="yes">
        <source>The whole project was checked: %n finding(s).</source>
        <translation>
            <numerusform>The whole project was checked: %n finding.</numerusform>
            <numerusform>The whole project was checked: %n findings.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProjectCostDialog</name>
    <message numerus="yes">
        <source>the price of %n units is not known</source>
        <translation>
            <numerusform>the price of %n unit is not known</numerusform>
            <numerusform>the price of %n units is not known</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ProposeCoolingDialog</name>
    <message numerus="yes">
        <source>power of %n device(s) not known</source>
        <translation>
            <numerusform>power of %n device not known</numerusform>
            <numerusform>power of %n devices not known</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RacksChoice</name>
    <message numerus="yes">
        <source>The selection: %n rack(s)</source>
        <translation>
            <numerusform>The selection: %n rack</numerusform>
            <numerusform>The selection: %n racks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RepeatRacksDialog</name>
    <message numerus="yes">
        <source>Make %n copies</source>
        <translation>
            <numerusform>Make %n copy</numerusform>
            <numerusform>Make %n copies</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SaveTemplateDialog</name>
    <message numerus="yes">
        <source>The selection: %n device(s)</source>
        <translation>
            <numerusform>The selection: %n device</numerusform>
            <numerusform>The selection: %n devices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The selection: %n rack(s)</source>
        <translation>
            <numerusform>The selection: %n rack</numerusform>
            <numerusform>The selection: %n racks</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SeveralForm</name>
    <message numerus="yes">
        <source>%n device(s)</source>
        <translation>
            <numerusform>%n device</numerusform>
            <numerusform>%n devices</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n floor item(s)</source>
        <translation>
            <numerusform>%n floor item</numerusform>
            <numerusform>%n floor items</numerusform>
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
            <numerusform>%n reservation</numerusform>
            <numerusform>%n reservations</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s)</source>
        <translation>
            <numerusform>%n row</numerusform>
            <numerusform>%n rows</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SortFilter</name>
    <message numerus="yes">
        <source>%n added</source>
        <translation>
            <numerusform>%n added</numerusform>
            <numerusform>%n added</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n changed</source>
        <translation>
            <numerusform>%n changed</numerusform>
            <numerusform>%n changed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n moved</source>
        <translation>
            <numerusform>%n moved</numerusform>
            <numerusform>%n moved</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n removed</source>
        <translation>
            <numerusform>%n removed</numerusform>
            <numerusform>%n removed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StockDialog</name>
    <message numerus="yes">
        <source>%n row(s) imported.</source>
        <translation>
            <numerusform>%n row imported.</numerusform>
            <numerusform>%n rows imported.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) not imported.</source>
        <translation>
            <numerusform>%n row not imported.</numerusform>
            <numerusform>%n rows not imported.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StructuredCablingDialog</name>
    <message numerus="yes">
        <source>%n cassette(s)</source>
        <translation>
            <numerusform>%n cassette</numerusform>
            <numerusform>%n cassettes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TemplateList</name>
    <message numerus="yes">
        <source>%n template file(s) cannot be read.</source>
        <translation>
            <numerusform>%n template file cannot be read.</numerusform>
            <numerusform>%n template files cannot be read.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>TotalsLine</name>
    <message numerus="yes">
        <source>%n device(s) without a published maximum, not in the total</source>
        <translation>
            <numerusform>%n device without a published maximum, not in the total</numerusform>
            <numerusform>%n devices without a published maximum, not in the total</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>UpdateTypesDialog</name>
    <message numerus="yes">
        <source>Update %n type(s)</source>
        <translation>
            <numerusform>Update %n type</numerusform>
            <numerusform>Update %n types</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>UpdatesLine</name>
    <message numerus="yes">
        <source>The catalog has newer data for %n type(s) of this project.</source>
        <translation>
            <numerusform>The catalog has newer data for %n type of this project.</numerusform>
            <numerusform>The catalog has newer data for %n types of this project.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WaysForm</name>
    <message numerus="yes">
        <source>%n pathway(s)</source>
        <translation>
            <numerusform>%n pathway</numerusform>
            <numerusform>%n pathways</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>WorkSide</name>
    <message numerus="yes">
        <source>No task can be started here yet: %n task(s) depend on others.</source>
        <translation>
            <numerusform>No task can be started here yet: %n task depends on others.</numerusform>
            <numerusform>No task can be started here yet: %n tasks depend on others.</numerusform>
        </translation>
    </message>
</context>
</TS>
