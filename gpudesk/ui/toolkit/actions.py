"""Actions as data: one table from which menus, tool bars, the palette and the documentation are made."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from gpudesk.ui.toolkit import icons
from gpudesk.ui.toolkit.callback_owner import owner_has_gone
from gpudesk.ui.toolkit.palette_search import PaletteItem

CONTEXT = "Actions"
# Where a shortcut works: in the whole window, or only while the part of that name has the focus.
WINDOW = "window"
SEPARATOR = "|"


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """One user action.

    `menu` is a path such as "view/theme"; a separator divides the groups of a menu. `needs` lists the conditions for
    enabling it. Actions of one `choice` are mutually exclusive; `check` alone is a toggle. `text`, `hint` and
    `keywords` are English sources marked for translation in the context "Actions".
    """

    id: str
    text: str
    menu: str = ""
    group: str = ""
    icon: str = ""
    shortcuts: tuple[str, ...] = ()
    context: str = WINDOW
    needs: tuple[str, ...] = ()
    hint: str = ""
    keywords: str = ""
    check: bool = False
    choice: str = ""


@dataclass(frozen=True, slots=True)
class MenuSpec:
    """One menu or submenu; the window itself fills a `dynamic` one. `group` places a submenu among its parent's
    groups."""

    path: str
    text: str
    group: str = ""
    icon: str = ""
    dynamic: bool = False


class ActionRegistry(QObject):
    """Makes the QActions of a table and keeps them enabled or disabled by named conditions."""

    def __init__(
        self,
        specs: Iterable[ActionSpec],
        menus: Iterable[MenuSpec],
        conditions: Mapping[str, str],
        parent: QObject | None = None,
    ) -> None:
        """`conditions` maps each name that `needs` may contain to the sentence that explains why it is not met."""
        super().__init__(parent)
        self._specs = {spec.id: spec for spec in specs}
        self._menu_specs = {menu.path: menu for menu in menus}
        self._in_menu: dict[str, list[ActionSpec]] = {}
        for spec in self._specs.values():
            self._in_menu.setdefault(spec.menu, []).append(spec)
        self._conditions = dict(conditions)
        self._menus: dict[str, QMenu] = {}
        self._groups: dict[str, QActionGroup] = {}
        self._actions = {spec.id: self._make(spec) for spec in self._specs.values()}
        self._by_needs: dict[tuple[str, ...], list[str]] = {}
        for spec in self._specs.values():
            self._by_needs.setdefault(spec.needs, []).append(spec.id)
        self._missing: dict[tuple[str, ...], str] = {}
        # The registry goes with the window when another language is chosen, so texts stay what they are.
        self._tool_tips: dict[str, str] = {}
        self._reasons: dict[str, str] = {}
        self.set_met(())

    def specs(self) -> tuple[ActionSpec, ...]:
        """Every row of the table, in order."""
        return tuple(self._specs.values())

    def action(self, action_id: str) -> QAction:
        """The action of that id.

        Raises:
            KeyError: the table has no such row.
        """
        return self._actions[action_id]

    def connect_action(self, action_id: str, slot: Callable[[], object]) -> None:
        """Call `slot` whenever the action is triggered, for as long as its owner object exists."""
        self._actions[action_id].triggered.connect(lambda _checked=False: None if owner_has_gone(slot) else slot())

    def connect_switch(self, action_id: str, slot: Callable[[bool], object]) -> None:
        """Call `slot` with the new state whenever the user changes the toggle or choice, for as long as its owner object exists."""
        self._actions[action_id].triggered.connect(lambda checked=False: None if owner_has_gone(slot) else slot(checked))

    def set_checked(self, action_id: str, checked: bool = True) -> None:
        """Show a switch or a choice as set, without doing it."""
        self._actions[action_id].setChecked(checked)

    def set_met(self, met: Collection[str]) -> None:
        """Enable exactly the actions all of whose needs are in `met`; the tooltip of the others explains why not.

        This runs on every selection change. About 300 actions share a few dozen lists of needs; unchanged ones are skipped.
        """
        for needs, action_ids in self._by_needs.items():
            missing = next((need for need in needs if need not in met), "")
            if self._missing.get(needs) == missing:
                continue
            self._missing[needs] = missing
            for action_id in action_ids:
                action = self._actions[action_id]
                action.setEnabled(not missing)
                action.setToolTip(self._tool_tip(action_id, missing))

    def reason_disabled(self, action_id: str, met: Collection[str]) -> str:
        """Why the action is disabled with only `met`; empty if enabled."""
        missing = [need for need in self._specs[action_id].needs if need not in met]
        return translate_text(self._conditions[missing[0]]) if missing else ""

    def attach(self, widget: QWidget, context: str) -> None:
        """Let the shortcuts of `context` work while `widget` or a child of it has the focus."""
        for spec in self._specs.values():
            if spec.context == context:
                widget.addAction(self._actions[spec.id])

    def attach_window(self, window: QWidget) -> None:
        """Enable the shortcuts of the whole window, including actions that are in no menu."""
        self.attach(window, WINDOW)

    def fill_menu_bar(self, menu_bar: QMenuBar) -> None:
        """Add every menu of the table to `menu_bar`."""
        for path, spec in self._menu_specs.items():
            if "/" not in path:
                menu_bar.addMenu(self._make_menu(spec, menu_bar))

    def menu(self, path: str) -> QMenu:
        """A menu that `fill_menu_bar` made, for the window to fill or show.

        Raises:
            KeyError: there is no such menu, or it was not made yet.
        """
        return self._menus[path]

    def fill_menu(self, menu: QMenu, ids: Iterable[str]) -> None:
        """Add actions to a context menu; "|" is a separator."""
        for action_id in ids:
            if action_id == SEPARATOR:
                menu.addSeparator()
            else:
                menu.addAction(self._actions[action_id])

    def context_menu(self, parent: QWidget, ids: Iterable[str]) -> QMenu:
        """A menu of actions that is deleted when closed; "|" is a separator."""
        menu = QMenu(parent)
        self.fill_menu(menu, ids)
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    def palette_items(self) -> list[PaletteItem]:
        """Every action for the palette, disabled ones with their reason."""
        return [self._palette_item(spec) for spec in self._specs.values()]

    def _make(self, spec: ActionSpec) -> QAction:
        action = QAction(translate_text(spec.text), self)
        action.setObjectName(spec.id)
        if spec.icon:
            action.setIcon(icons.icon(spec.icon))
            action.setIconVisibleInMenu(True)
        action.setShortcuts([QKeySequence(shortcut) for shortcut in spec.shortcuts])
        if spec.context != WINDOW:
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        if spec.check or spec.choice:
            action.setCheckable(True)
        if spec.choice:
            group = self._groups.setdefault(spec.choice, QActionGroup(self))
            group.addAction(action)
        # The role that Qt would guess from the text would move the action to another menu on some systems.
        action.setMenuRole(QAction.MenuRole.NoRole)
        return action

    def _make_menu(self, spec: MenuSpec, parent: QWidget) -> QMenu:
        menu = QMenu(translate_text(spec.text), parent)
        menu.setObjectName(f"menu.{spec.path}")
        menu.setToolTipsVisible(True)
        if spec.icon:
            menu.setIcon(icons.icon(spec.icon))
        self._menus[spec.path] = menu
        group = ""
        for entry in self._entries(spec.path):
            if group and entry.group != group:
                menu.addSeparator()
            group = entry.group
            if isinstance(entry, MenuSpec):
                menu.addMenu(self._make_menu(entry, menu))
            else:
                menu.addAction(self._actions[entry.id])
        return menu

    def _entries(self, path: str) -> Iterator[ActionSpec | MenuSpec]:
        """Entries of a menu, groups in order of their first appearance, a submenu at the end of its group."""
        actions = self._in_menu.get(path, [])
        submenus = [menu for menu in self._menu_specs.values() if menu.path.rpartition("/")[0] == path]
        for group in dict.fromkeys([spec.group for spec in actions] + [menu.group for menu in submenus]):
            yield from (spec for spec in actions if spec.group == group)
            yield from (menu for menu in submenus if menu.group == group)

    def _tool_tip(self, action_id: str, missing: str) -> str:
        if missing:
            return self._why_not(missing)
        known = self._tool_tips.get(action_id)
        if known is None:
            known = self._tool_tips[action_id] = self._what_and_keys(action_id)
        return known

    def _why_not(self, missing: str) -> str:
        known = self._reasons.get(missing)
        if known is None:
            known = self._reasons[missing] = translate_text(self._conditions[missing])
        return known

    def _what_and_keys(self, action_id: str) -> str:
        spec = self._specs[action_id]
        text = translate_text(spec.hint) if spec.hint else plain_text(translate_text(spec.text))
        if not spec.shortcuts:
            return text
        shortcut = self._actions[action_id].shortcut()
        return f"{text} ({shortcut.toString(QKeySequence.SequenceFormat.NativeText)})"

    def _palette_item(self, spec: ActionSpec) -> PaletteItem:
        action = self._actions[spec.id]
        enabled = action.isEnabled()
        titles = " · ".join(plain_text(title) for title in self._menu_titles(spec.menu))
        return PaletteItem(
            id=spec.id,
            text=plain_text(action.text()),
            detail=titles if enabled else action.toolTip(),
            icon=spec.icon,
            shortcut=action.shortcut().toString(QKeySequence.SequenceFormat.NativeText),
            keywords=translate_text(spec.keywords) if spec.keywords else "",
            enabled=enabled,
            run=action.trigger,
        )

    def _menu_titles(self, path: str) -> Iterator[str]:
        parts = path.split("/") if path else []
        for count in range(1, len(parts) + 1):
            yield translate_text(self._menu_specs["/".join(parts[:count])].text)


def translate_text(source: str) -> str:
    """A text of the table in the person's language."""
    return QCoreApplication.translate(CONTEXT, source) if source else ""


def plain_text(text: str) -> str:
    """A text without the marks of its mnemonic and of a dialog that follows."""
    return text.replace("&&", "\0").replace("&", "").replace("\0", "&").removesuffix("…")


def markdown_table(specs: Iterable[ActionSpec], menus: Iterable[MenuSpec]) -> str:
    """The table of actions for the documentation: name, keys, location, effect."""
    titles = {menu.path: plain_text(menu.text) for menu in menus}
    lines = ["| Action | Keys | Menu | What it does |", "|---|---|---|---|"]
    for spec in specs:
        keys = ", ".join(f"`{shortcut}`" for shortcut in spec.shortcuts)
        parts = spec.menu.split("/") if spec.menu else []
        where = " › ".join(titles["/".join(parts[: count + 1])] for count in range(len(parts)))
        lines.append(f"| {plain_text(spec.text)} | {keys} | {where} | {spec.hint} |")
    return "\n".join(lines) + "\n"
