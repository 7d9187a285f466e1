// The values of an item that count, as given_values and lapsed_entries of gpudesk/onsite/record_log.py say it.
const Values = (() => {
  const GIVING = ["value", "signature", "correction"];
  const CHANGING = ["correction", "withdrawal"];

  // Signatures that lapsed: a value that was there when they were given was changed or withdrawn since.
  function lapsedIn(history) {
    const signed = new Set(history.filter((entry) => entry.kind === "signature").map((entry) => entry.field));
    const lapsed = new Set();
    if (!signed.size) return lapsed;
    const withdrawn = new Set(history.filter((entry) => entry.kind === "withdrawal").flatMap((entry) => entry.about));
    const places = new Map(history.map((entry, at) => [entry.name, at]));
    history.forEach((entry, number) => {
      if (withdrawn.has(entry.name)) return;
      let changed = CHANGING.includes(entry.kind) ? entry.about.filter((name) => places.has(name)).map((name) => places.get(name)) : [];
      if (entry.kind === "value") {
        const differs = (one, at) => at < number && one.field === entry.field && !withdrawn.has(one.name) && one.text !== entry.text;
        changed = history.flatMap((one, at) => (differs(one, at) ? [at] : []));
      }
      for (const at of changed) {
        if (!["value", "correction"].includes(history[at].kind) || signed.has(history[at].field)) continue;
        for (const one of history.slice(at + 1, number)) if (signed.has(one.field)) lapsed.add(one.name);
      }
    });
    return lapsed;
  }

  function countedIn(history) {
    const gone = new Set(history.filter((entry) => entry.kind === "withdrawal").flatMap((entry) => entry.about));
    for (const entry of history) if (entry.kind === "correction" && !gone.has(entry.name)) entry.about.forEach((name) => gone.add(name));
    for (const name of lapsedIn(history)) gone.add(name);
    const counted = {};
    for (const entry of history) if (entry.field && GIVING.includes(entry.kind) && !gone.has(entry.name)) counted[entry.field] = entry.value;
    return counted;
  }

  // The names of the entries that a new value of a field replaces, as standing_entries of gpudesk/onsite/conflicts.py says it.
  function standingIn(history, field) {
    const withdrawn = new Set(history.filter((entry) => entry.kind === "withdrawal").flatMap((entry) => entry.about));
    const corrections = history.filter((entry) => entry.kind === "correction");
    const replaces = new Map(corrections.map((entry) => [entry.name, entry.about]));
    const gone = new Set(withdrawn);
    const waiting = corrections.filter((entry) => !withdrawn.has(entry.name)).flatMap((entry) => entry.about);
    while (waiting.length) {
      const name = waiting.pop();
      if (withdrawn.has(name) || !gone.has(name)) waiting.push(...(replaces.get(name) ?? []));
      gone.add(name);
    }
    for (const name of lapsedIn(history)) gone.add(name);
    return history.filter((entry) => entry.field === field && GIVING.includes(entry.kind) && !gone.has(entry.name)).map((entry) => entry.name);
  }

  // Field → value, by the entries of the project (`log`) and those of this page (`own`) on one row.
  function counted(item, log, own) {
    if (!log.length && !own.length) return {};
    const history = log.map((entry) => ({
      name: `${entry.writer}:${entry.number}`,
      kind: entry.kind,
      field: entry.field,
      about: entry.about.split(" ").filter(Boolean),
      text: entry.value,
      value: entry.field ? JSON.parse(entry.value).value : null,
    }));
    for (const { number, kind, field, about, value } of own) {
      const made = { name: `:${number}`, kind, field, about: about ? [`:${about}`] : [], text: JSON.stringify({ value }), value };
      if (kind === "value") {
        const isSignature = item.fields.some((known) => known.key === field && known.kind === "signature");
        if (Object.hasOwn(countedIn(history), field)) {
          // The page writes no corrections: a value that is given once more replaces the ones before.
          made.kind = "correction";
          made.about = standingIn(history, field);
        } else if (isSignature) made.kind = "signature";
      }
      history.push(made);
    }
    return countedIn(history);
  }

  return { counted };
})();
