"""Actions on the list of problems: grouped, filtered, fixed and excluded many at once."""

from gpudesk.core.messages.message import QT_TRANSLATE_NOOP
from gpudesk.ui.action_table.contexts import PROBLEMS
from gpudesk.ui.toolkit.actions import ActionSpec

PROBLEM_ACTIONS = (
    ActionSpec(
        "check.show-cable",
        QT_TRANSLATE_NOOP("Actions", "Show in the fabric"),
        menu="check",
        group="go",
        icon="fabric",
        needs=("project", "problem", "problem cable"),
        hint=QT_TRANSLATE_NOOP("Actions", "Show the cable or network of this problem in the network drawing"),
        keywords=QT_TRANSLATE_NOOP("Actions", "link cable network go problem"),
    ),
    ActionSpec(
        "check.mend-like",
        QT_TRANSLATE_NOOP("Actions", "Fix all similar"),
        menu="check",
        group="answer",
        icon="mend",
        shortcuts=("Ctrl+Shift+Return",),
        context=PROBLEMS,
        needs=("project", "writable", "problem", "mend"),
        hint=QT_TRANSLATE_NOOP("Actions", "Apply the proposed fix to all listed problems of this rule, in one step"),
        keywords=QT_TRANSLATE_NOOP("Actions", "fix repair group every"),
    ),
    ActionSpec(
        "check.exclude-like",
        QT_TRANSLATE_NOOP("Actions", "Exclude all similar…"),
        menu="check",
        group="answer",
        icon="exclude",
        shortcuts=("Shift+Del",),
        context=PROBLEMS,
        needs=("project", "writable", "problem"),
        hint=QT_TRANSLATE_NOOP("Actions", "Accept all listed problems of this rule with one reason"),
        keywords=QT_TRANSLATE_NOOP("Actions", "ignore accept waive group every"),
    ),
    *(
        ActionSpec(
            f"check.group.{key}",
            text,
            menu="check/group",
            group="by",
            needs=("project", "drawing"),
            choice="problem-groups",
            hint=hint,
            keywords=QT_TRANSLATE_NOOP("Actions", "problems group by order"),
        )
        for key, text, hint in (
            (
                "rule",
                QT_TRANSLATE_NOOP("Actions", "Rule"),
                QT_TRANSLATE_NOOP("Actions", "Group similar problems: one line for all of them"),
            ),
            (
                "family",
                QT_TRANSLATE_NOOP("Actions", "Kind"),
                QT_TRANSLATE_NOOP("Actions", "Group problems by topic: space, weight, names and so on"),
            ),
            (
                "place",
                QT_TRANSLATE_NOOP("Actions", "Hall, row and rack"),
                QT_TRANSLATE_NOOP("Actions", "Group problems by hall, row and rack"),
            ),
            (
                "severity",
                QT_TRANSLATE_NOOP("Actions", "Severity"),
                QT_TRANSLATE_NOOP("Actions", "Group errors, warnings and notes"),
            ),
            (
                "none",
                QT_TRANSLATE_NOOP("Actions", "No grouping"),
                QT_TRANSLATE_NOOP("Actions", "List every problem on its own line"),
            ),
        )
    ),
    ActionSpec(
        "check.fold-all",
        QT_TRANSLATE_NOOP("Actions", "Collapse all groups"),
        menu="check/group",
        group="fold",
        shortcuts=("Shift+Left",),
        context=PROBLEMS,
        needs=("project", "drawing"),
        hint=QT_TRANSLATE_NOOP("Actions", "Show only the group headings of the problems"),
        keywords=QT_TRANSLATE_NOOP("Actions", "problems collapse"),
    ),
    ActionSpec(
        "check.unfold-all",
        QT_TRANSLATE_NOOP("Actions", "Expand all groups"),
        menu="check/group",
        group="fold",
        shortcuts=("Shift+Right",),
        context=PROBLEMS,
        needs=("project", "drawing"),
        hint=QT_TRANSLATE_NOOP("Actions", "Show every problem of every group"),
        keywords=QT_TRANSLATE_NOOP("Actions", "problems expand"),
    ),
    ActionSpec(
        "check.find",
        QT_TRANSLATE_NOOP("Actions", "Search the problems"),
        menu="check/only",
        group="find",
        icon="search",
        context=PROBLEMS,
        needs=("project", "drawing"),
        hint=QT_TRANSLATE_NOOP("Actions", "Show only problems that contain given text"),
        keywords=QT_TRANSLATE_NOOP("Actions", "filter text"),
    ),
    *(
        ActionSpec(
            f"check.only.{key}",
            text,
            menu="check/only",
            group="place",
            needs=needs,
            hint=hint,
            keywords=QT_TRANSLATE_NOOP("Actions", "filter problems here only"),
        )
        for key, text, needs, hint in (
            (
                "rack",
                QT_TRANSLATE_NOOP("Actions", "Only this rack"),
                ("project", "problem rack"),
                QT_TRANSLATE_NOOP("Actions", "Show only problems in the selected rack, or in the rack of the selected problem"),
            ),
            (
                "row",
                QT_TRANSLATE_NOOP("Actions", "Only this row"),
                ("project", "problem row"),
                QT_TRANSLATE_NOOP("Actions", "Show only problems in the selected row, or in the row of the selected problem"),
            ),
            (
                "hall",
                QT_TRANSLATE_NOOP("Actions", "Only this hall"),
                ("project", "problem hall"),
                QT_TRANSLATE_NOOP("Actions", "Show only problems in the hall of the selection"),
            ),
            (
                "rule",
                QT_TRANSLATE_NOOP("Actions", "Only this rule"),
                ("project", "problem"),
                QT_TRANSLATE_NOOP("Actions", "Show only problems of the same rule as the selected one"),
            ),
        )
    ),
    ActionSpec(
        "check.only.selection",
        QT_TRANSLATE_NOOP("Actions", "Only the selection"),
        menu="check/only",
        group="place",
        icon="select",
        check=True,
        needs=("project", "drawing"),
        hint=QT_TRANSLATE_NOOP("Actions", "Show only problems of the current selection"),
        keywords=QT_TRANSLATE_NOOP("Actions", "filter problems follow"),
    ),
    ActionSpec(
        "check.with-excluded",
        QT_TRANSLATE_NOOP("Actions", "Include excluded"),
        menu="check/only",
        group="excluded",
        check=True,
        needs=("project", "drawing"),
        hint=QT_TRANSLATE_NOOP("Actions", "List excluded problems together with the others"),
        keywords=QT_TRANSLATE_NOOP("Actions", "accepted waived"),
    ),
    ActionSpec(
        "check.only.excluded",
        QT_TRANSLATE_NOOP("Actions", "Only excluded ones"),
        menu="check/only",
        group="excluded",
        icon="exclude",
        check=True,
        needs=("project", "drawing"),
        hint=QT_TRANSLATE_NOOP("Actions", "Show only excluded problems, with their reasons"),
        keywords=QT_TRANSLATE_NOOP("Actions", "accepted waived"),
    ),
    ActionSpec(
        "check.show-all",
        QT_TRANSLATE_NOOP("Actions", "Show all problems"),
        menu="check/only",
        group="all",
        needs=("project", "drawing"),
        hint=QT_TRANSLATE_NOOP("Actions", "Clear all filters of the problem list"),
        keywords=QT_TRANSLATE_NOOP("Actions", "clear filter reset"),
    ),
    ActionSpec(
        "check.exclusions",
        QT_TRANSLATE_NOOP("Actions", "Excluded problems…"),
        menu="check",
        group="rules",
        icon="exclude",
        needs=("project",),
        hint=QT_TRANSLATE_NOOP("Actions", "List accepted problems with reasons and dates; revoke them, or remove outdated entries"),
        keywords=QT_TRANSLATE_NOOP("Actions", "exclusions accepted waived stale reasons"),
    ),
    ActionSpec(
        "check.left-out",
        QT_TRANSLATE_NOOP("Actions", "Out of scope…"),
        menu="check",
        group="rules",
        icon="exclude",
        needs=("project",),
        hint=QT_TRANSLATE_NOOP(
            "Actions",
            "Choose the domains that are out of scope, such as power or cooling, with reasons; set how many devices of a role are required",
        ),
        keywords=QT_TRANSLATE_NOOP(
            "Actions", "domain scope power cooling network not planned reason redundant redundancy role standby pair spare"
        ),
    ),
    ActionSpec(
        "check.rules",
        QT_TRANSLATE_NOOP("Actions", "Rules and severities…"),
        menu="check",
        group="rules",
        icon="check",
        needs=("project",),
        hint=QT_TRANSLATE_NOOP(
            "Actions", "Show the requirements of the checks with their sources, and set the severity of each rule in this project"
        ),
        keywords=QT_TRANSLATE_NOOP("Actions", "severity limits sources silence"),
    ),
)
