"""The style of standard controls: Fusion with custom sizes, frames and marks, drawn in `style_parts`."""

from typing import Any, cast

from PySide6.QtCore import QObject, QRect, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QLabel,
    QProxyStyle,
    QStyle,
    QStyleHintReturn,
    QStyleOption,
    QStyleOptionButton,
    QStyleOptionComboBox,
    QStyleOptionComplex,
    QStyleOptionFrame,
    QStyleOptionHeader,
    QStyleOptionMenuItem,
    QStyleOptionProgressBar,
    QStyleOptionSlider,
    QStyleOptionSpinBox,
    QStyleOptionTab,
    QStyleOptionToolButton,
    QStyleOptionViewItem,
    QToolTip,
    QWidget,
)

from gpudesk.ui.toolkit import fonts, icons
from gpudesk.ui.toolkit.focus_ring import FocusRing
from gpudesk.ui.toolkit.style import bar_styles, button_styles, field_styles, menu_styles, view_styles
from gpudesk.ui.toolkit.theme import theme

_CE = QStyle.ControlElement
_CC = QStyle.ComplexControl
_CT = QStyle.ContentsType
_PE = QStyle.PrimitiveElement
_PM = QStyle.PixelMetric
_SE = QStyle.SubElement
_SH = QStyle.StyleHint
_SP = QStyle.StandardPixmap

_METRICS = {
    _PM.PM_ButtonMargin: 8,
    _PM.PM_ButtonShiftHorizontal: 0,
    _PM.PM_ButtonShiftVertical: 0,
    _PM.PM_ButtonDefaultIndicator: 0,
    _PM.PM_ButtonIconSize: 16,
    _PM.PM_CheckBoxLabelSpacing: 6,
    _PM.PM_RadioButtonLabelSpacing: 6,
    _PM.PM_DefaultFrameWidth: 1,
    _PM.PM_DockWidgetFrameWidth: 0,
    _PM.PM_DockWidgetSeparatorExtent: bar_styles.SEAM,
    _PM.PM_DockWidgetTitleMargin: 0,
    _PM.PM_DockWidgetTitleBarButtonMargin: 0,
    _PM.PM_ExclusiveIndicatorHeight: 14,
    _PM.PM_ExclusiveIndicatorWidth: 14,
    _PM.PM_IndicatorHeight: 14,
    _PM.PM_IndicatorWidth: 14,
    _PM.PM_FocusFrameHMargin: 3,
    _PM.PM_FocusFrameVMargin: 3,
    _PM.PM_HeaderMargin: 8,
    _PM.PM_HeaderMarkSize: 8,
    _PM.PM_HeaderDefaultSectionSizeVertical: 24,
    _PM.PM_LayoutBottomMargin: 10,
    _PM.PM_LayoutLeftMargin: 10,
    _PM.PM_LayoutRightMargin: 10,
    _PM.PM_LayoutTopMargin: 10,
    _PM.PM_LayoutHorizontalSpacing: 8,
    _PM.PM_LayoutVerticalSpacing: 8,
    _PM.PM_MenuBarHMargin: 0,
    _PM.PM_MenuBarVMargin: 0,
    _PM.PM_MenuBarItemSpacing: 0,
    _PM.PM_MenuBarPanelWidth: 0,
    _PM.PM_MenuPanelWidth: 1,
    _PM.PM_MenuHMargin: 0,
    _PM.PM_MenuVMargin: 4,
    _PM.PM_SubMenuOverlap: 0,
    _PM.PM_ScrollBarExtent: 10,
    _PM.PM_ScrollBarSliderMin: 24,
    _PM.PM_ScrollView_ScrollBarSpacing: 0,
    _PM.PM_ScrollView_ScrollBarOverlap: 0,
    _PM.PM_SliderLength: 12,
    _PM.PM_SliderThickness: 16,
    _PM.PM_SliderControlThickness: 12,
    _PM.PM_SmallIconSize: 16,
    _PM.PM_SplitterWidth: 1,
    _PM.PM_TabBarBaseHeight: 0,
    _PM.PM_TabBarBaseOverlap: 0,
    _PM.PM_TabBarTabHSpace: 16,
    _PM.PM_TabBarTabOverlap: 0,
    _PM.PM_TabBarTabShiftHorizontal: 0,
    _PM.PM_TabBarTabShiftVertical: 0,
    _PM.PM_TabBarTabVSpace: 10,
    _PM.PM_TabBarScrollButtonWidth: 24,
    _PM.PM_ToolBarExtensionExtent: 24,
    _PM.PM_ToolBarFrameWidth: 0,
    _PM.PM_ToolBarHandleExtent: 0,
    _PM.PM_ToolBarIconSize: 18,
    _PM.PM_ToolBarItemMargin: 0,
    _PM.PM_ToolBarItemSpacing: 2,
    _PM.PM_ToolBarSeparatorExtent: 13,
    _PM.PM_ToolTipLabelFrameWidth: 6,
    _PM.PM_TreeViewIndentation: 16,
}
_FUSION_HINTS = {
    _SH.SH_MenuBar_AltKeyNavigation: 1,
    _SH.SH_Menu_Scrollable: 0,
    _SH.SH_Menu_SubMenuDontStartSloppyOnLeave: 0,
    _SH.SH_Menu_SubMenuPopupDelay: 225,
    _SH.SH_Menu_SubMenuResetWhenReenteringParent: 0,
    _SH.SH_Menu_SubMenuSloppyCloseTimeout: 1000,
    _SH.SH_Menu_SubMenuSloppySelectOtherActions: 1,
    _SH.SH_Menu_SubMenuUniDirection: 0,
    _SH.SH_Menu_SubMenuUniDirectionFailCount: 1,
    _SH.SH_ScrollView_FrameOnlyAroundContents: 0,
    _SH.SH_Widget_ShareActivation: 0,
}
"""Cached style hints of Fusion. Creating a window requests them about 3,000 times, and each call to Fusion is costly."""
_HINTS = {
    _SH.SH_ComboBox_ListMouseTracking: 1,
    _SH.SH_ComboBox_Popup: 0,
    _SH.SH_DialogButtonBox_ButtonsHaveIcons: 0,
    _SH.SH_DitherDisabledText: 0,
    _SH.SH_EtchDisabledText: 0,
    _SH.SH_Header_ArrowAlignment: 0x0002 | 0x0080,  # right and in the middle of the height
    _SH.SH_ItemView_ChangeHighlightOnFocus: 0,
    _SH.SH_Slider_AbsoluteSetButtons: 1,  # a click with the left button goes there, not a page on
    _SH.SH_ItemView_PaintAlternatingRowColorsForEmptyArea: 0,
    _SH.SH_ItemView_ShowDecorationSelected: 1,
    _SH.SH_MainWindow_SpaceBelowMenuBar: 0,
    _SH.SH_MenuBar_MouseTracking: 1,
    _SH.SH_Menu_MouseTracking: 1,
    **_FUSION_HINTS,
    _SH.SH_MessageBox_CenterButtons: 0,
    _SH.SH_ScrollBar_Transient: 0,
    _SH.SH_TabBar_Alignment: 0x0001,  # left
    _SH.SH_ToolTipLabel_Opacity: 255,
    _SH.SH_ToolTip_WakeUpDelay: 500,
    _SH.SH_UnderlineShortcut: 0,
}
_ICONS = {
    _SP.SP_DockWidgetCloseButton: "close",
    _SP.SP_LineEditClearButton: "close",
    _SP.SP_MessageBoxCritical: "severity-error",
    _SP.SP_MessageBoxInformation: "severity-info",
    _SP.SP_MessageBoxQuestion: "help",
    _SP.SP_MessageBoxWarning: "severity-warning",
    _SP.SP_TitleBarCloseButton: "close",
    _SP.SP_ToolBarHorizontalExtensionButton: "menu-dots",
    _SP.SP_ToolBarVerticalExtensionButton: "menu-dots",
}
_BLANK = (
    _PE.PE_FrameDockWidget,
    _PE.PE_FrameStatusBarItem,
    _PE.PE_FrameTabWidget,
    # The title of the column draws it, which knows how long it is.
    _PE.PE_IndicatorHeaderArrow,
    _PE.PE_IndicatorToolBarHandle,
    _PE.PE_PanelItemViewRow,
    _PE.PE_PanelMenuBar,
)
_FIXED_HEIGHTS = {
    _CT.CT_ComboBox: "field",
    _CT.CT_LineEdit: "field",
    _CT.CT_SpinBox: "field",
    _CT.CT_HeaderSection: "table_head",
    _CT.CT_TabBarTab: "dock_header",
}


class DeskStyle(QProxyStyle):
    """Fusion, redrawn by the tokens of the theme in force."""

    def __init__(self) -> None:
        super().__init__("Fusion")

    def standardPalette(self) -> QPalette:
        return theme.make_palette(theme.current())

    def polish(self, what: Any) -> Any:
        # A tooltip says names and sources out of foreign files, and Qt would take some of them for markup that names local files.
        if isinstance(what, QLabel) and what.inherits("QTipLabel"):
            what.setTextFormat(Qt.TextFormat.PlainText)
        elif isinstance(what, QAbstractItemView) and what.inherits("QComboBoxListView"):
            field_styles.polish_combo_box_list(what)
        return super().polish(what)

    def pixelMetric(self, metric: QStyle.PixelMetric, option: QStyleOption | None = None, widget: QWidget | None = None) -> int:
        value = _METRICS.get(metric)
        return value if value is not None else super().pixelMetric(metric, option, widget)

    def styleHint(
        self,
        hint: QStyle.StyleHint,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
        returnData: QStyleHintReturn | None = None,
    ) -> int:
        value = _HINTS.get(hint)
        return value if value is not None else super().styleHint(hint, option, widget, returnData)

    def standardIcon(self, standardIcon: QStyle.StandardPixmap, option: QStyleOption | None = None, widget: QWidget | None = None) -> QIcon:
        name = _ICONS.get(standardIcon)
        if name is None:
            return super().standardIcon(standardIcon, option, widget)
        severity = name.removeprefix("severity-")
        return icons.icon(name) if severity == name else icons.icon(name, colour=f"severity.{severity}")

    def sizeFromContents(self, type_: QStyle.ContentsType, option: QStyleOption, size: QSize, widget: QWidget | None = None) -> QSize:
        if isinstance(option, QStyleOptionMenuItem):
            if type_ == _CT.CT_MenuItem:
                return menu_styles.menu_item_size(option, size)
            if type_ == _CT.CT_MenuBarItem:
                return menu_styles.menu_bar_item_size(option)
        contents_size = super().sizeFromContents(type_, option, size, _given(widget))
        fixed = _FIXED_HEIGHTS.get(type_)
        if fixed is not None:
            contents_size.setHeight(theme.size(fixed))
        elif type_ in {_CT.CT_CheckBox, _CT.CT_RadioButton}:
            contents_size.setHeight(max(contents_size.height(), theme.size("hit_min")))
        elif type_ == _CT.CT_PushButton:
            contents_size = QSize(max(size.width() + 2 * 14, 64), theme.size("button"))
        elif type_ == _CT.CT_ToolButton:
            contents_size = self._tool_button_size(option, contents_size)
        return contents_size

    def subElementRect(self, element: QStyle.SubElement, option: QStyleOption, widget: QWidget | None = None) -> QRect:
        if element == _SE.SE_LineEditContents:
            inset = field_styles.text_inset(widget)
            return option.rect.adjusted(inset, 1, -inset, -1)
        return super().subElementRect(element, option, _given(widget))

    def subControlRect(
        self,
        cc: QStyle.ComplexControl,
        opt: QStyleOptionComplex,
        sc: QStyle.SubControl,
        w: QWidget | None = None,
    ) -> QRect:
        rect = None
        if cc == _CC.CC_ComboBox:
            rect = field_styles.combo_box_part(opt, sc, w)
        elif cc == _CC.CC_SpinBox:
            rect = field_styles.spin_box_part(opt, sc)
        elif cc == _CC.CC_ScrollBar:
            rect = field_styles.scroll_bar_part(opt, sc)
        return rect if rect is not None else super().subControlRect(cc, opt, sc, _given(w))

    def drawPrimitive(
        self, element: QStyle.PrimitiveElement, option: QStyleOption, painter: QPainter, widget: QWidget | None = None
    ) -> None:
        if element in _BLANK:
            return
        if element == _PE.PE_FrameFocusRect:
            # Other controls are ringed from outside, by FocusRing.
            if isinstance(widget, QAbstractItemView) and widget.hasFocus():
                view_styles.focus_frame(painter, option.rect)
        elif element == _PE.PE_PanelButtonTool:
            button_styles.tool_button_panel(option, painter)
        elif element in {_PE.PE_IndicatorCheckBox, _PE.PE_IndicatorItemViewItemCheck}:
            button_styles.check_box(option, painter)
        elif element == _PE.PE_IndicatorRadioButton:
            button_styles.radio_button(option, painter)
        elif element in {_PE.PE_PanelLineEdit, _PE.PE_FrameLineEdit} and isinstance(option, QStyleOptionFrame):
            field_styles.line_edit(option, painter, widget)
        elif element == _PE.PE_PanelItemViewItem and isinstance(option, QStyleOptionViewItem):
            view_styles.item_panel(option, painter)
        elif element == _PE.PE_IndicatorBranch:
            view_styles.branch(option, painter)
        elif element in {_PE.PE_PanelMenu, _PE.PE_FrameMenu}:
            menu_styles.menu_panel(painter, option.rect)
        elif element == _PE.PE_IndicatorToolBarSeparator:
            bar_styles.tool_bar_separator(option, painter)
        elif element == _PE.PE_IndicatorDockWidgetResizeHandle:
            bar_styles.dock_seam(option, painter, widget)
        elif element == _PE.PE_PanelTipLabel:
            bar_styles.tool_tip(option, painter)
        elif element == _PE.PE_PanelStatusBar:
            bar_styles.status_bar(option, painter)
        elif element == _PE.PE_FrameTabBarBase:
            painter.fillRect(QRect(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), theme.current().border.default)
        elif element == _PE.PE_Frame:
            self._frame(option, painter)
        else:
            super().drawPrimitive(element, option, painter, widget)

    def drawControl(self, element: QStyle.ControlElement, option: QStyleOption, painter: QPainter, widget: QWidget | None = None) -> None:
        if element == _CE.CE_PushButtonBevel and isinstance(option, QStyleOptionButton):
            button_styles.push_button(option, painter, widget)
        elif element == _CE.CE_PushButtonLabel and isinstance(option, QStyleOptionButton):
            label = QStyleOptionButton(option)
            label.palette = button_styles.push_button_palette(option, widget)
            super().drawControl(element, label, painter, widget)
        elif element == _CE.CE_ToolButtonLabel and isinstance(option, QStyleOptionToolButton):
            word = QStyleOptionToolButton(option)
            word.palette = button_styles.tool_button_palette(option)
            super().drawControl(element, word, painter, widget)
        elif element == _CE.CE_ComboBoxLabel and isinstance(option, QStyleOptionComboBox):
            super().drawControl(element, field_styles.combo_box_label(option), painter, widget)
        elif element in {_CE.CE_HeaderSection, _CE.CE_HeaderEmptyArea}:
            view_styles.header_section(option, painter)
        elif element == _CE.CE_HeaderLabel and isinstance(option, QStyleOptionHeader):
            view_styles.header_label(option, painter)
        elif element == _CE.CE_TabBarTabShape and isinstance(option, QStyleOptionTab):
            view_styles.tab(option, painter)
        elif element == _CE.CE_TabBarTabLabel and isinstance(option, QStyleOptionTab):
            rect = self.subElementRect(_SE.SE_TabBarTabText, option, widget)
            view_styles.tab_label(option, painter, rect)
        elif element == _CE.CE_MenuItem and isinstance(option, QStyleOptionMenuItem):
            menu_styles.menu_item(option, painter)
        elif element == _CE.CE_MenuBarItem and isinstance(option, QStyleOptionMenuItem):
            menu_styles.menu_bar_item(option, painter)
        elif element in {_CE.CE_MenuBarEmptyArea, _CE.CE_MenuEmptyArea}:
            ground = theme.current().surface
            painter.fillRect(option.rect, ground.panel if element == _CE.CE_MenuBarEmptyArea else ground.overlay)
        elif element == _CE.CE_ToolBar:
            bar_styles.tool_bar(option, painter, widget)
        elif element == _CE.CE_Splitter:
            bar_styles.splitter(option, painter, widget)
        elif element == _CE.CE_ProgressBar and isinstance(option, QStyleOptionProgressBar):
            field_styles.progress(option, painter)
        else:
            super().drawControl(element, option, painter, widget)

    def drawComplexControl(
        self,
        control: QStyle.ComplexControl,
        option: QStyleOptionComplex,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        if control == _CC.CC_ComboBox and isinstance(option, QStyleOptionComboBox):
            field_styles.combo_box(option, painter)
        elif control == _CC.CC_SpinBox and isinstance(option, QStyleOptionSpinBox):
            field_styles.spin_box(option, painter)
        elif control == _CC.CC_ScrollBar and isinstance(option, QStyleOptionSlider):
            field_styles.scroll_bar(option, painter)
        elif control == _CC.CC_Slider and isinstance(option, QStyleOptionSlider):
            handle = self.subControlRect(control, option, QStyle.SubControl.SC_SliderHandle, widget)
            field_styles.slider(option, painter, handle)
        elif control == _CC.CC_ToolButton and isinstance(option, QStyleOptionToolButton):
            bare = QStyleOptionToolButton(option)
            if not option.features & QStyleOptionToolButton.ToolButtonFeature.MenuButtonPopup:
                # Fusion would put a small arrow into the corner of "…".
                bare.features = option.features & ~QStyleOptionToolButton.ToolButtonFeature.HasMenu
            super().drawComplexControl(control, bare, painter, widget)
        else:
            super().drawComplexControl(control, option, painter, widget)

    def _frame(self, option: QStyleOption, painter: QPainter) -> None:
        colours = theme.current()
        width = option.lineWidth if isinstance(option, QStyleOptionFrame) else 1
        if width > 0:
            painter.save()
            painter.setPen(colours.border.default)
            painter.drawRect(option.rect.adjusted(0, 0, -1, -1))
            painter.restore()

    def _tool_button_size(self, option: QStyleOption, made: QSize) -> QSize:
        height = theme.size("button")
        width = made.width()
        if isinstance(option, QStyleOptionToolButton) and not option.text and not option.icon.isNull():
            width = max(option.iconSize.width() + 8, height)
            if option.features & QStyleOptionToolButton.ToolButtonFeature.MenuButtonPopup:
                width += 12
        return QSize(max(width, height), height)


def install(application: QApplication) -> None:
    """Give the application our font, style, palette, tooltips and focus ring. The theme is set by `theme.set_theme`."""
    fonts.install(application)
    # Held by the application as well, or Python frees it before Qt does.
    style = DeskStyle()
    application.setStyle(style)
    strong, caption = fonts.font("strong"), fonts.font("caption")
    for class_name, font in (
        ("QHeaderView", fonts.font("caption", strong=True)),
        ("QPushButton", strong),
        ("QStatusBar", caption),
        ("QTabBar", strong),
    ):
        # The stubs ask for bytes, the binding takes text only.
        application.setFont(font, cast("bytes", class_name))
    QToolTip.setFont(caption)
    for keeper in (*application.findChildren(_StyleKeeper), *application.findChildren(FocusRing)):
        keeper.deleteLater()
    _StyleKeeper(application, style)
    FocusRing(application)


def _given(widget: QWidget | None) -> QWidget:
    # Qt takes none here as well; only its type stubs do not say so.
    return cast("QWidget", widget)


class _StyleKeeper(QObject):
    """Holds what Qt only points to, and keeps the tooltips in the colors of the theme."""

    def __init__(self, application: QApplication, style: DeskStyle) -> None:
        super().__init__(application)
        self._style = style
        theme.notifier().changed.connect(self._recolour)
        self._recolour()

    def _recolour(self) -> None:
        QToolTip.setPalette(theme.make_palette(theme.current()))
