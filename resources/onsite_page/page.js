// The page of a work package: rows of a checklist, entered by keyboard, scanner and touch, without a network.
// Texts of the plan come into the page through textContent only.

(() => {
  const byId = (id) => document.getElementById(id);
  const packageText = byId("package").textContent;
  const work = JSON.parse(packageText);
  const more = JSON.parse(byId("more").textContent);
  const HASH = more.sha256;
  const ITEMS = new Map(work.items.map((item) => [item.key, item]));
  const ROWS = new Map(work.rows.map((row) => [`${row.item} ${row.target}`, row]));
  const ASK_AFTER_ENTRIES = 20;
  const ASK_AFTER_MS = 15 * 60 * 1000;
  const IDLE_MS = 10 * 60 * 1000;
  const LONGEST_SIDE = 2560;
  const MOST_FILE_BYTES = 1 << 28;
  const MOST_SHOWN = 200;
  const DONE = ["passed", "waived", "not_applicable", "overdue"];
  // What is overdue passed once, so nothing waits for it; it is still to be done.
  const isLeft = (state) => !DONE.includes(state) || state === "overdue";
  const LABEL = /^GPUDESK:([0-9A-F]{0,8}):([0-9]{1,18}):([AB])$/;
  const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;
  // Entries of the project on these rows come along as lists in the order of `more.entry_fields`.
  const LOG = work.log.map((values) => Object.fromEntries(more.entry_fields.map((name, at) => [name, values[at]])));

  let language = navigator.language.startsWith("es") ? "es" : "en";
  let copy = "";
  let entries = [];
  let photos = new Map();
  let person = "";
  let kept = null;
  let pending = 0;
  let saved = 0;
  let unsavedSince = null;
  let lastTouch = Date.now();
  let current = null;
  let stage = "";
  let sought = "";
  // The cable whose label was scanned; null where the list is narrowed by what was typed.
  let soughtCable = null;
  let leftOnly = false;
  let instrument = { serial: "", calibration_due: "", reference: "" };
  let problem = "";

  const say = (key, values = {}) => more.texts[language][key].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
  const inLanguage = (of, name) => (language === "es" ? of[`${name}_es`] : of[name]);

  function element(tag, properties = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
      if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
      else if (name === "text") made.textContent = value;
      else if (name === "class") made.className = value;
      else if (typeof value === "boolean" && name in made) made[name] = value;
      else made.setAttribute(name, value);
    }
    made.append(...children);
    return made;
  }

  const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const randomId = () => hex(crypto.getRandomValues(new Uint8Array(8)));
  const digest = async (bytes) => hex(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)));
  const now = () => `${new Date().toISOString().slice(0, 19)}Z`;

  function offset() {
    const minutes = -new Date().getTimezoneOffset();
    const two = (value) => String(value).padStart(2, "0");
    return `${minutes < 0 ? "-" : "+"}${two(Math.trunc(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
  }

  // How rows stand

  const key = (row) => `${row.item} ${row.target}`;
  const byRow = (of) => {
    const rows = new Map();
    for (const entry of of) {
      const at = `${entry.item} ${entry.target}`;
      if (rows.has(at)) rows.get(at).push(entry);
      else rows.set(at, [entry]);
    }
    return rows;
  };
  const LOG_AT = byRow(LOG);
  // What follows from the entries is worked out once for each time that the page is drawn.
  let ownAt = new Map();
  let states = new Map();
  const ownOf = (row) => ownAt.get(key(row)) ?? [];
  const logOf = (row) => LOG_AT.get(key(row)) ?? [];

  const valuesOf = (row) => Values.counted(ITEMS.get(row.item), logOf(row), ownOf(row));

  function judged(row) {
    const own = ownOf(row);
    const last = own.findLast((entry) => entry.kind !== "override");
    return Judging.judge(ITEMS.get(row.item), more.trees[row.item], valuesOf(row), basisOf(row), (last ? last.at_utc : now()).slice(0, 10));
  }

  // What other targets of the plan have stands in the package once; of it, what a row measured counts.
  const LOOKUPS = Object.entries(work.lookups ?? {}).map(([name, [targets, values]]) => {
    const holders = new Map();
    values.forEach((value, at) => holders.set(value, [...(holders.get(value) ?? []), targets[at]]));
    return [name, holders];
  });
  const READS = new Map(work.items.map((item) => [item.key, new Set(Judging.namesOf(more.trees[item.key]))]));

  function basisOf(row) {
    const texts = [...new Set(Object.values(valuesOf(row)).filter((value) => typeof value === "string" && value))];
    const basis = { ...row.basis };
    for (const [name, holders] of LOOKUPS) {
      if (!READS.get(row.item).has(name)) continue;
      basis[name] = texts.filter((text) => (holders.get(text) ?? []).some((target) => target !== row.target));
    }
    return basis;
  }

  const STATES = { empty: "open", partial: "in_progress", not_set: "in_progress", passed: "passed", failed: "failed", unreadable: "failed" };

  function stateOf(row) {
    if (!states.has(row)) states.set(row, workedOut(row));
    return states.get(row);
  }

  function workedOut(row) {
    const own = ownOf(row);
    const withdrawn = new Set(own.filter((entry) => entry.kind === "withdrawal").map((entry) => entry.about));
    const settling = own.findLast((entry) => entry.kind !== "override" && entry.kind !== "withdrawal" && !withdrawn.has(entry.number));
    if (settling && settling.kind === "waiver") return "waived";
    if (settling && settling.kind === "not_applicable") return "not_applicable";
    const isJudged = own.some((entry) => entry.kind !== "override");
    // An override leaves the verdict: what was stale or overdue in the project stays so.
    if (!isJudged && row.state !== "open" && row.state !== "blocked") return row.state;
    const state = isJudged || logOf(row).length ? STATES[judged(row).verdict] : "open";
    if (state !== "open") return state;
    return unmet(row).length && !isOverridden(row) ? "blocked" : "open";
  }

  const isOverridden = (row) => [...ownOf(row), ...logOf(row)].some((entry) => entry.kind === "override");

  function unmet(row) {
    const isDone = (item, target) => {
      const other = ROWS.get(`${item} ${target}`);
      return other !== undefined && DONE.includes(stateOf(other));
    };
    return row.waits.filter(([item, , targets, elsewhere]) => elsewhere > 0 || !targets.every((target) => isDone(item, target))).map(([item]) => item);
  }

  const holdsOf = (row) => {
    const left = unmet(row);
    return isOverridden(row) ? [] : row.waits.filter(([item, hold]) => hold && left.includes(item)).map(([item]) => item);
  };

  // Recording

  // It says that all is kept only when the disk has all of it.
  function showKept() {
    const shown = byId("kept");
    shown.textContent = say(kept === null || (kept && pending) ? "keeping" : kept ? "kept" : "not_kept");
    shown.className = `kept ${kept && !pending ? "yes" : "no"}`;
  }

  // Entries that could not be kept are not kept by a later success: all of them are tried again.
  async function keep(puts) {
    pending += 1;
    showKept();
    const all = kept === false ? [...entries.map((entry) => ["entries", [HASH, copy, entry.number], entry]), ...puts] : puts;
    try {
      await Store.put(all);
      kept = true;
    } catch {
      kept = false;
    }
    pending -= 1;
    showKept();
  }

  async function record(row, values, files = []) {
    if (Date.now() - lastTouch > IDLE_MS) person = "";
    lastTouch = Date.now();
    if (!person) await askName();
    const entry = {
      number: entries.length + 1,
      at_utc: now(),
      utc_offset: offset(),
      person,
      kind: "value",
      item: row.item,
      target: row.target,
      field: "",
      value: null,
      instrument: null,
      files: files.map(({ name, blob, sha256 }) => ({ name, size: blob.size, sha256 })),
      reason: "",
      second: "",
      about: 0,
      ...values,
    };
    entries.push(entry);
    unsavedSince ??= Date.now();
    const puts = [["entries", [HASH, copy, entry.number], entry], ["copies", [HASH, copy], { copy, changed: Date.now(), saved }]];
    for (const file of files) {
      if (!file.isPhoto) continue;
      photos.set(file.sha256, file);
      puts.push(["photos", [HASH, copy, file.sha256], { name: file.name, sha256: file.sha256, blob: file.blob }]);
    }
    // Drawn before it is kept: a scanner types the next value at once, and must not meet a field that is about to be replaced.
    render();
    await keep(puts);
  }

  // The digests of all photos of a field: those of the package, whose bytes are not here, stay when others are added.
  function photosOf(row, key) {
    const all = [...logOf(row), ...ownOf(row)];
    const gone = new Set(all.filter((entry) => entry.kind === "withdrawal").map((entry) => String(entry.about)));
    const found = new Set();
    for (const entry of all) {
      const name = entry.writer === undefined ? String(entry.number) : `${entry.writer}:${entry.number}`;
      if (entry.field !== key || gone.has(name)) continue;
      const given = entry.writer === undefined ? entry.value : entry.value ? JSON.parse(entry.value).value : undefined;
      if (Array.isArray(given)) given.forEach((digest) => found.add(digest));
    }
    return found;
  }

  // A photo as it is kept: upright, without where it was taken, and not larger than needed.
  async function madeSmaller(file) {
    const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, LONGEST_SIDE / Math.max(picture.width, picture.height));
    const canvas = element("canvas", { width: String(Math.max(1, Math.round(picture.width * scale))), height: String(Math.max(1, Math.round(picture.height * scale))) });
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.85));
    if (blob === null) throw new Error("no picture");
    return { name: `${file.name.slice(0, 150) || "photo"}`, blob, sha256: await digest(await blob.arrayBuffer()), isPhoto: true };
  }

  // The result

  function resultOf() {
    return {
      format: "gpudesk.work_result.v1",
      package: work.id,
      package_sha256: HASH,
      uid: work.uid,
      copy,
      saved_utc: now(),
      finished: work.rows.every((row) => !isLeft(stateOf(row))),
      entries,
    };
  }

  async function save() {
    const bytes = (text) => new TextEncoder().encode(text);
    const parts = [["package.json", bytes(packageText)], ["result.json", bytes(JSON.stringify(resultOf()))]];
    for (const [sha256, photo] of photos) parts.push([`files/${sha256}`, new Uint8Array(await photo.blob.arrayBuffer())]);
    const name = `${work.title}-${copy.slice(0, 6)}-${entries.length}.gpuwork`.replace(/[^\p{L}\p{N}.,_-]+/gu, "-");
    const link = element("a", { href: URL.createObjectURL(Archive.pack(parts)), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    saved = entries.length;
    unsavedSince = null;
    problem = say("saved", { name });
    await keep([["copies", [HASH, copy], { copy, changed: Date.now(), saved }]]);
    render();
  }

  // Whether the program would take the files of a result. What follows an altered entry is refused with it, so nothing is added to one.
  async function isWhole(result, parts) {
    const sizes = new Map();
    for (const [name, bytes] of parts) {
      if (!name.startsWith("files/")) continue;
      if ((await digest(bytes)) !== name.slice(6)) return false;
      sizes.set(name.slice(6), bytes.length);
    }
    return result.entries.every((entry, at) => {
      const field = ITEMS.get(entry.item)?.fields.find((one) => one.key === entry.field);
      const kind = entry.kind === "value" ? field?.kind : undefined;
      if (entry.number !== at + 1 || !ROWS.has(`${entry.item} ${entry.target}`)) return false;
      if (kind === "file") return entry.files.length === 1 && entry.files[0].sha256 === entry.value;
      if (kind !== "photo" || !work.photos_allowed) return entry.files.length === 0;
      const named = entry.files.map((one) => one.sha256);
      return JSON.stringify(named) === JSON.stringify(entry.value) && entry.files.every((one) => sizes.get(one.sha256) === one.size);
    });
  }

  async function openResult(file) {
    try {
      const parts = Archive.unpack(new Uint8Array(await file.arrayBuffer()));
      const read = (name) => new TextDecoder().decode(parts.get(name));
      const result = JSON.parse(read("result.json"));
      if (result.package_sha256 !== HASH || read("package.json") !== packageText || !/^[0-9a-f]{16}$/.test(result.copy)) throw new Error("other");
      if (!(await isWhole(result, parts))) {
        problem = say("result_altered");
        return render();
      }
      const before = JSON.stringify(result.copy === copy ? entries : (await stored(result.copy)).entries);
      const same = JSON.stringify(result.entries).slice(0, -1).startsWith(before.slice(0, -1)) || before === "[]";
      if (!same) {
        problem = say("result_differs");
        return render();
      }
      const puts = result.entries.map((entry) => ["entries", [HASH, result.copy, entry.number], entry]);
      const opened = new Map();
      for (const [name, bytes] of parts) {
        if (!name.startsWith("files/")) continue;
        const photo = { name: "photo", sha256: name.slice(6), blob: new Blob([bytes], { type: "image/jpeg" }) };
        opened.set(photo.sha256, photo);
        puts.push(["photos", [HASH, result.copy, photo.sha256], photo]);
      }
      copy = result.copy;
      entries = result.entries;
      photos = opened;
      saved = entries.length;
      unsavedSince = null;
      problem = say("result_opened", { count: entries.length });
      await keep([...puts, ["copies", [HASH, copy], { copy, changed: Date.now(), saved }]]);
    } catch {
      problem = say("result_refused");
    }
    return render();
  }

  async function stored(of) {
    try {
      const [known, pictures, state] = [await Store.all("entries", HASH, of), await Store.all("photos", HASH, of), await Store.get("copies", [HASH, of])];
      return { entries: known, photos: new Map(pictures.map((photo) => [photo.sha256, photo])), saved: state ? state.saved : 0 };
    } catch {
      return { entries: [], photos: new Map(), saved: 0 };
    }
  }

  async function take(of) {
    const known = await stored(of);
    copy = of;
    entries = known.entries;
    photos = known.photos;
    saved = known.saved;
    unsavedSince = entries.length > saved ? Date.now() : null;
  }

  // Asking

  function ask(title, fields) {
    return new Promise((resolve) => {
      const inputs = fields.map(([name, list]) => element("input", { name, autocomplete: "off", required: true, "aria-label": say(name), ...(list ? { list } : {}) }));
      const form = element("form", { method: "dialog" }, element("strong", { text: title }));
      inputs.forEach((input, at) => form.append(element("label", { text: say(fields[at][0]) }), input));
      const cancel = element("button", { type: "button", text: say("close"), onclick: () => dialog.close() });
      form.append(element("div", { class: "bar" }, element("button", { class: "main", value: "ok", text: say("go") }), cancel));
      const dialog = element("dialog", {}, form);
      dialog.addEventListener("close", () => {
        dialog.remove();
        resolve(dialog.returnValue === "ok" ? Object.fromEntries(inputs.map((input) => [input.name, input.value.trim()])) : null);
      });
      document.body.append(dialog);
      dialog.showModal();
    });
  }

  async function askName() {
    for (;;) {
      const given = await ask(say("who"), [["name", "people"]]);
      if (given && given.name) {
        person = given.name.slice(0, 200);
        lastTouch = Date.now();
        render();
        return;
      }
    }
  }

  // A scanner types on: what it types must not close the sign, so only a tap or Escape does.
  function stop(text) {
    const sign = element("div", { class: "sign", role: "alertdialog", "aria-label": text }, element("strong", { text: `⛔ ${say("wrong")}` }), element("span", { text }));
    const back = document.activeElement;
    const close = () => {
      window.removeEventListener("keydown", swallow, true);
      sign.remove();
      back?.focus();
    };
    const swallow = (event) => {
      event.preventDefault();
      event.stopPropagation();
      if (event.key === "Escape") close();
    };
    window.addEventListener("keydown", swallow, true);
    sign.append(element("button", { type: "button", text: say("close"), onclick: close }));
    back?.blur();
    document.body.append(sign);
  }

  // What a scan says: of a label of this project cable and end, of anything else the text itself; null for a label of another project.
  function scanned(text) {
    const label = LABEL.exec(text.trim());
    if (label === null) return text.trim();
    if (label[1] !== work.uid.replaceAll("-", "").toUpperCase().slice(0, 8)) return null;
    return `${Number(label[2])}:${label[3]}`;
  }

  // Fields

  const shownValue = (value) => {
    if (value === undefined) return "";
    if (value === null) return say("not_set");
    if (typeof value === "boolean") return say(value ? "yes" : "no");
    if (typeof value === "object") return JSON.stringify(value);
    return String(value);
  };

  const instrumentOf = (field) => (field.instrument && instrument.serial.trim() ? { ...instrument } : null);

  function numberOf(text) {
    const plain = text.trim().replace(",", ".");
    return /^[+-]?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]{1,2})?$/i.test(plain) && Math.abs(Number(plain)) <= 1e15 ? Number(plain) : null;
  }

  const textOf = (text) => (text.trim() && text.trim().length <= 2000 ? text.trim() : null);

  function single(kind, text) {
    if (kind === "number") return numberOf(text);
    if (kind === "yes_no") return text === "true" ? true : text === "false" ? false : null;
    return kind === "scan" ? (scanned(text) || null) : textOf(text);
  }

  const optionText = (field, option) => (language === "es" ? (field.options_es ?? {})[option] : undefined) ?? option;
  const columnText = (field, column) => (language === "es" ? (field.columns_es ?? {})[column] : undefined) ?? column.replaceAll("_", " ");

  // Whether the signature that counts was drawn: the project keeps the drawing, the package only the name of its file.
  function isDrawn(row, field) {
    const last = logOf(row).findLast((entry) => entry.field === field && entry.value);
    return last !== undefined && (last.files ?? "").length > 2 && !ownOf(row).some((entry) => entry.field === field);
  }

  function fieldOf(row, item, field, value, broken) {
    const box = element("div", { class: "field", "data-field": field.key });
    const unit = field.unit ? ` (${field.unit})` : "";
    const id = `field-${field.key}`;
    const head = element("label", { for: id, text: `${inLanguage(field, "title")}${unit}${field.optional ? `, ${say("optional")}` : ""}` });
    const wrong = element("div", { class: "problem", role: "alert" });
    const give = (given, files) => record(row, { field: field.key, value: given, instrument: instrumentOf(field) }, files);
    box.append(head);
    if (field.tool) box.append(element("div", { class: "note", text: say("read_by_hand") }));

    const typed = (kind, problemText) => {
      const input = element("input", { id, autocomplete: "off", enterkeyhint: "next", ...(kind === "number" ? { inputmode: "decimal" } : {}) });
      input.value = value === undefined ? "" : String(value);
      let tried = input.value;
      const keep = () => {
        // Enter, and leaving the field, may both say that it is done.
        if (!input.value.trim() || input.value === tried) return;
        tried = input.value;
        const given = single(kind, input.value);
        if (given === null && kind === "scan") {
          input.value = "";
          stop(say("foreign_label"));
        } else if (given === null) wrong.textContent = say(problemText);
        else if (kind === "scan" && fieldOfLabel(row, given) !== undefined) {
          // Either end may be scanned first.
          input.value = "";
          if (valuesOf(row)[fieldOfLabel(row, given).key] === given) stop(say("repeated_label"));
          else takeLabel(row, given);
        } else if (kind === "scan" && typeof row.basis[`d.label_${field.key}`] === "string" && row.basis[`d.label_${field.key}`] !== given) {
          input.value = "";
          stop(say("other_label"));
        } else give(given);
      };
      input.addEventListener("change", keep);
      input.addEventListener("keydown", (event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        focusAfter = field.key;
        keep();
      });
      box.append(input);
    };
    const choices = (options) => {
      const bar = element("div", { class: "choices", id });
      for (const [given, text] of options) {
        bar.append(element("button", { type: "button", text, "aria-pressed": String(value === given), onclick: () => give(given) }));
      }
      box.append(bar);
    };

    switch (field.kind) {
      case "yes_no":
        choices([[true, say("yes")], [false, say("no")]]);
        break;
      case "choice":
        choices(field.options.map((option) => [option, optionText(field, option)]));
        break;
      case "number":
        typed("number", "bad_number");
        break;
      case "signature":
        if (value !== undefined) box.append(element("div", { class: "value", text: say(isDrawn(row, field.key) ? "signed_drawn" : "signed", { name: value }) }));
        box.append(element("button", { type: "button", text: say("sign", { name: person || "…" }), onclick: async () => {
          if (!person) await askName();
          give(person);
        } }));
        break;
      case "photo":
        if (!work.photos_allowed) {
          box.append(element("div", { class: "note", text: say("no_photos") }));
          typed("text", "bad_value");
        } else {
          const input = element("input", { id, type: "file", accept: "image/*", capture: "environment", multiple: true });
          const count = photosOf(row, field.key).size;
          if (count) box.append(element("div", { class: "value", text: say("photos", { count }) }));
          input.addEventListener("change", async () => {
            try {
              const taken = [];
              for (const file of input.files) taken.push(await madeSmaller(file));
              const before = (Array.isArray(value) ? value : []).map((sha256) => photos.get(sha256)).filter(Boolean).map((photo) => ({ ...photo, isPhoto: true }));
              const together = [...new Map([...before, ...taken].map((photo) => [photo.sha256, photo])).values()];
              if (taken.length) give(together.map((photo) => photo.sha256), together);
            } catch {
              wrong.textContent = say("bad_photo");
            }
          });
          box.append(input);
        }
        break;
      case "file": {
        const input = element("input", { id, type: "file" });
        if (value !== undefined) box.append(element("div", { class: "value", text: value }));
        input.addEventListener("change", async () => {
          const [file] = input.files;
          if (!file) return;
          if (file.size > MOST_FILE_BYTES) wrong.textContent = say("too_large");
          else {
            const sha256 = await digest(await file.arrayBuffer());
            give(sha256, [{ name: file.name.slice(0, 150), blob: file, sha256 }]);
          }
        });
        box.append(input);
        break;
      }
      case "list":
        listOf(box, id, field, value, wrong, give);
        break;
      default:
        typed(field.kind === "scan" ? "scan" : "text", "bad_value");
    }
    if (broken) box.append(element("div", { class: "problem broken", text: say("broken") }));
    box.append(wrong);
    return box;
  }

  function listOf(box, id, field, value, wrong, give) {
    const names = Object.keys(field.columns);
    if (!names.length) {
      const input = element("input", { id, autocomplete: "off", placeholder: say("several") });
      input.value = Array.isArray(value) ? value.join(", ") : "";
      let tried = input.value;
      const keep = () => {
        if (input.value === tried) return;
        tried = input.value;
        const parts = input.value.split(",").map((part) => part.trim()).filter(Boolean);
        const given = parts.map((part) => single(field.value_kind, part));
        if (given.includes(null)) wrong.textContent = say("bad_value");
        else if (parts.length && JSON.stringify(given) !== JSON.stringify(value)) give(given);
      };
      input.addEventListener("change", keep);
      box.append(input);
      return;
    }
    const lines = element("div", {});
    const add = (line) => {
      const cells = names.map((name) => {
        if (field.columns[name] === "yes_no") {
          const select = element("select", { "data-name": name, "aria-label": columnText(field, name) }, element("option", { value: "false", text: say("no") }), element("option", { value: "true", text: say("yes") }));
          select.value = String(line ? line[name] : false);
          return select;
        }
        const input = element("input", { "data-name": name, "aria-label": columnText(field, name), placeholder: columnText(field, name), autocomplete: "off" });
        if (line) input.value = String(line[name]);
        return input;
      });
      const made = element("div", { class: "line" }, ...cells);
      made.append(element("button", { type: "button", text: say("remove_line"), onclick: () => made.remove() }));
      lines.append(made);
    };
    (Array.isArray(value) ? value : [null]).forEach(add);
    const keep = () => {
      const given = [...lines.children].map((line) => Object.fromEntries([...line.querySelectorAll("[data-name]")].map((cell) => [cell.dataset.name, single(field.columns[cell.dataset.name], cell.value)])));
      if (given.some((line) => Object.values(line).includes(null))) wrong.textContent = say("bad_value");
      else give(given);
    };
    box.append(lines, element("div", { class: "bar" }, element("button", { type: "button", text: say("add_line"), onclick: () => add(null) }), element("button", { type: "button", class: "main", text: say("keep_list"), onclick: keep })));
  }

  // Drawings

  function svg(tag, properties, ...children) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(properties)) made.setAttribute(name, String(value));
    made.append(...children);
    return made;
  }

  function face(rack, side, marked, whole) {
    const drawn = svg("svg", { viewBox: `-40 -40 ${rack.width + 80} ${rack.height + 80}`, role: "img", "aria-label": `${rack.name} ${say(side)}` });
    const foot = rack.height - rack.below;
    drawn.append(svg("rect", { x: 0, y: 0, width: rack.width, height: rack.height, fill: "none", stroke: whole ? "#f2b705" : "currentColor", "stroke-width": whole ? 40 : 10 }));
    for (const [device, name, x, y, width, height, behind] of rack[side]) {
      const isMarked = marked.includes(device);
      const top = foot - y - height;
      const fill = isMarked ? "#f2b705" : behind ? "none" : "#8a94a3";
      const box = { x, y: top, width, height, fill, "fill-opacity": isMarked ? 1 : 0.35, stroke: "currentColor", "stroke-width": isMarked ? 14 : 4 };
      drawn.append(svg("rect", behind ? { ...box, "stroke-dasharray": "20 14" } : box));
      const size = Math.min(height * 0.8, 60, (width / Math.max(name.length, 1)) * 1.7);
      if (size < 14) continue;
      const text = svg("text", { x: x + width / 2, y: top + height / 2 + size * 0.35, "font-size": size, "text-anchor": "middle", fill: isMarked ? "#1a1f26" : "currentColor" });
      text.textContent = name;
      drawn.append(text);
    }
    return element("figure", {}, drawn, element("figcaption", { class: "note", text: `${rack.name}, ${say(side)}` }));
  }

  // Both ends of a cable in large type, and the racks with what is concerned marked.
  function drawingsOf(row) {
    const shownEnds = element("div", {});
    const faces = element("div", {});
    const ends = more.ends[row.target];
    const scope = ITEMS.get(row.item).scope;
    let devices = [];
    let trays = [];
    if (scope === "cable" && ends) {
      devices = ends.map((end) => end.device_id);
      trays = ends.map((end) => end.tray);
      const cells = ends.map((end, at) => element("div", { class: "end" }, element("div", { class: "note", text: say(at ? "end_b" : "end_a") }), element("div", { text: [end.rack, end.u].filter(Boolean).join(" ") }), element("div", { text: end.device }), element("div", { text: end.port })));
      shownEnds.append(element("div", { class: "ends" }, ...cells));
    } else if (scope === "device" || scope === "workstation") devices = [row.target];
    else if (scope === "tray") {
      devices = [Math.floor(row.target / 1000)];
      trays = [row.target];
    }
    // A rack-scale system is drawn with its trays; it has no rack, and its number may be that of one.
    const isSystem = (rack) => rack.of === "system";
    const sides = (rack) => ["front", "rear"].filter((side) => rack[side] !== undefined);
    const isShown = (rack) => {
      if (isSystem(rack)) return devices.includes(rack.id);
      return scope === "rack" ? rack.id === row.target : sides(rack).some((side) => rack[side].some(([device]) => devices.includes(device)));
    };
    for (const rack of more.racks.filter(isShown).slice(0, 2)) {
      const marked = isSystem(rack) ? trays : devices;
      const whole = isSystem(rack) && !trays.some((tray) => Math.floor(tray / 1000) === rack.id);
      faces.append(element("div", { class: "faces" }, ...sides(rack).map((side) => face(rack, side, marked, whole))));
    }
    return [shownEnds, faces];
  }

  // The page

  let focusAfter = null;
  let shownRow = null;

  const finder = () => byId("find");

  // What is typed next takes the place of what is in the search field.
  function seek() {
    finder().focus();
    finder().select();
  }

  // Never a button: the Enter of the next scan would press it.
  const inputsOf = (box) => [...box.querySelectorAll(".field input[id]:not([type=file])")];

  // What gives the keyboard back to the control of a field that has it now, once the fields are drawn again.
  function focusIn(box) {
    const field = document.activeElement?.closest("[data-field]");
    if (!field || !box.contains(field)) return null;
    const controls = (of) => [...of.querySelectorAll("input, select, button")];
    const [name, place] = [field.dataset.field, controls(field).indexOf(document.activeElement)];
    return () => {
      const drawn = [...box.querySelectorAll("[data-field]")].find((one) => one.dataset.field === name);
      if (drawn) controls(drawn)[place]?.focus();
    };
  }

  function enterPage() {
    const inputs = inputsOf(byId("item"));
    const first = inputs.find((input) => !input.value) ?? inputs[0];
    if (first) first.focus();
    else seek();
  }

  function rowTitle(row) {
    return `${row.item}  ${inLanguage(ITEMS.get(row.item), "title")}`;
  }

  function listed() {
    const words = soughtCable !== null ? [] : sought.toLowerCase().split(/\s+/).filter(Boolean);
    return work.rows.filter((row) => {
      const item = ITEMS.get(row.item);
      if (soughtCable !== null && (item.scope !== "cable" || row.target !== soughtCable)) return false;
      if (stage && item.stage !== stage) return false;
      if (leftOnly && !isLeft(stateOf(row))) return false;
      const text = `${row.item} ${row.name} ${row.where} ${inLanguage(item, "title")} ${Object.values(valuesOf(row)).join(" ")}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
  }

  function renderList() {
    const list = byId("rows");
    const rows = listed();
    const shown = rows.slice(0, MOST_SHOWN).map((row) => {
      const state = stateOf(row);
      const button = element(
        "button",
        { type: "button", "data-row": key(row), "aria-current": String(current === row), onclick: () => pick(row) },
        element("span", { text: `${row.name ? `${row.name}: ` : ""}${rowTitle(row)}` }),
        element("span", { class: `state ${state}`, text: stateText(state) }),
        element("span", { class: "where", text: row.where }),
      );
      return element("li", {}, button);
    });
    list.replaceChildren(...shown);
    byId("more-rows").textContent = rows.length > MOST_SHOWN ? say("more", { count: rows.length - MOST_SHOWN }) : "";
  }

  const GLYPHS = { open: "○", blocked: "◌", in_progress: "◐", passed: "✓", failed: "✗", waived: "⚑", stale: "↻", not_applicable: "–", overdue: "⏰" };
  const stateText = (state) => `${GLYPHS[state]} ${say(state === "not_applicable" ? "not_applicable_state" : state)}`;

  function choose(row) {
    current = row;
    problem = "";
    document.body.classList.toggle("item-open", row !== null);
    render();
    if (row) byId("item").scrollTop = 0;
    window.scrollTo(0, 0);
  }

  // A row was tapped. Where a finger taps, the keyboard of the screen would cover the page.
  function pick(row) {
    choose(row);
    if (!matchMedia("(pointer: coarse)").matches) enterPage();
  }

  async function settle(row, kind) {
    const asked = kind === "waiver" || kind === "override" ? [["reason"], ["second", "people"]] : [["reason"]];
    const given = await ask(say({ waiver: "waive", override: "override", not_applicable: "not_applicable", withdrawal: "withdraw" }[kind]), asked);
    if (!given || Object.values(given).some((value) => !value)) return;
    if (!person) await askName();
    if (given.second && given.second.toLowerCase() === person.toLowerCase()) {
      problem = say("bad_value");
      render();
      return;
    }
    const about = kind === "withdrawal" ? withdrawable(row).number : 0;
    await record(row, { kind, reason: given.reason, second: given.second ?? "", about });
  }

  function withdrawable(row) {
    const own = ownOf(row);
    const withdrawn = new Set(own.filter((entry) => entry.kind === "withdrawal").map((entry) => entry.about));
    return own.findLast((entry) => ["value", "waiver", "not_applicable"].includes(entry.kind) && !withdrawn.has(entry.number));
  }

  function renderItem() {
    const box = byId("item");
    if (current === null) {
      shownRow = null;
      box.replaceChildren(element("p", { text: say("pick") }), element("p", { class: "note", text: say("declared") }));
      return;
    }
    const row = current;
    const item = ITEMS.get(row.item);
    const verdict = judged(row);
    const state = stateOf(row);
    const holds = holdsOf(row);
    const values = valuesOf(row);
    const made = [
      element("button", { type: "button", class: "back", text: `← ${say("back")}`, onclick: () => choose(null) }),
      element("h2", { text: rowTitle(row) }),
      element("div", { class: "target", text: [row.name, row.where].filter(Boolean).join(" · ") }),
      element("div", { class: `state ${state}`, id: "state", text: `${stateText(state)}, ${say("of", verdict)}` }),
      element("p", { text: inLanguage(item, "do") }),
      element("p", { class: "note", text: `${say("passes_when")}: ${inLanguage(item, "accept")}` }),
    ];
    if (inLanguage(item, "note")) made.push(element("p", { class: "note", text: inLanguage(item, "note") }));
    const said = more.limits[work.rows.indexOf(row)].map((at) => more.sentences[at]);
    const second = language === "es" ? 1 : 0;
    made.push(element("div", { class: "note", text: say("limits") }));
    made.push(element("ul", { class: "limits" }, ...said.map((texts) => element("li", {}, element("span", { text: texts[second] }), element("span", { class: "note", text: texts[2 + second] ? ` (${texts[2 + second]})` : "" })))));
    const broken = Judging.broken(item, more.trees[row.item], values, basisOf(row), now().slice(0, 10));
    const [shownEnds, faces] = drawingsOf(row);
    made.push(shownEnds);
    const left = unmet(row);
    if (holds.length) {
      made.push(element("p", { class: "problem", text: say("hold", { names: holds.join(", ") }) }), element("button", { type: "button", text: say("override"), onclick: () => settle(row, "override") }));
    } else {
      if (left.length) made.push(element("p", { class: "blocked", text: say("waits_for", { names: left.join(", ") }) }));
      if (item.fields.some((field) => field.instrument)) {
        const cells = ["serial", "calibration_due", "reference"].map((name) => {
          const input = element("input", { autocomplete: "off", "aria-label": say(name), placeholder: say(name), "data-instrument": name });
          input.value = instrument[name];
          input.addEventListener("change", () => {
            const text = input.value.trim().slice(0, 200);
            if (name !== "calibration_due" || !text || DAY.test(text)) instrument = { ...instrument, [name]: text };
            else input.value = instrument[name];
          });
          return input;
        });
        made.push(element("div", { class: "field" }, element("strong", { text: say("instrument") }), ...cells));
      }
      made.push(...item.fields.map((field) => fieldOf(row, item, field, values[field.key], broken.includes(field.key))));
    }
    const actions = [["waiver", "waive"], ["not_applicable", "not_applicable"]].map(([kind, text]) => element("button", { type: "button", text: say(text), onclick: () => settle(row, kind) }));
    if (withdrawable(row)) actions.push(element("button", { type: "button", text: say("withdraw"), onclick: () => settle(row, "withdrawal") }));
    made.push(element("div", { class: "bar field" }, ...actions), faces);
    const lines = [...logOf(row), ...ownOf(row)].map((entry) => {
      const field = item.fields.find((one) => one.key === entry.field);
      const given = entry.writer === undefined ? (entry.value ?? undefined) : entry.value ? JSON.parse(entry.value).value : undefined;
      const value = field && typeof given === "string" ? optionText(field, given) : shownValue(given);
      const about = field ? inLanguage(field, "title") : entry.field;
      return element("tr", {}, ...[entry.at_utc.replace("T", " "), entry.person, more.texts[language][`kind_${entry.kind}`] ?? entry.kind, about, value, entry.reason].map((text) => element("td", { text })));
    });
    if (lines.length) made.push(element("h3", { text: say("entries") }), element("table", {}, ...lines));
    const back = row === shownRow ? focusIn(box) : null;
    shownRow = row;
    box.replaceChildren(...made);
    back?.();
    if (focusAfter !== null) {
      const inputs = inputsOf(box);
      const at = inputs.findIndex((input) => input.id === `field-${focusAfter}`);
      focusAfter = null;
      // Where nothing is left to type here, the next scan comes.
      const next = [...inputs.slice(at + 1), ...inputs.slice(0, at)].find((input) => !input.value);
      if (next) next.focus();
      else seek();
    }
  }

  function renderHeader() {
    document.documentElement.lang = language;
    byId("title").textContent = `${work.title} · ${work.project} · ${say("revision", { number: work.revision })}`;
    byId("who").textContent = person || say("who");
    byId("save").textContent = say("save");
    byId("language").textContent = say("language");
    byId("find").placeholder = say("find_hint");
    byId("find").setAttribute("aria-label", say("find"));
    byId("left-text").textContent = say("left_only");
    byId("open-text").textContent = say("open_result");
    const select = byId("stage");
    const options = [["", say("all")], ...more.stages.map((known) => [known.key, inLanguage(known, "title")])];
    select.replaceChildren(...options.map(([value, text]) => element("option", { value, text })));
    select.value = stage;
    select.setAttribute("aria-label", say("stage"));
    showKept();
    renderAsk();
    byId("problem").textContent = problem;
  }

  function renderAsk() {
    const count = entries.length - saved;
    const isDue = count >= ASK_AFTER_ENTRIES || (count > 0 && unsavedSince !== null && Date.now() - unsavedSince >= ASK_AFTER_MS);
    const box = byId("ask");
    box.hidden = !isDue;
    box.textContent = isDue ? say("save_now", { count }) : "";
  }

  function render() {
    ownAt = byRow(entries);
    states = new Map();
    renderHeader();
    renderList();
    renderItem();
  }

  // What was scanned or typed: it narrows the list, and the only task that is left opens. With the page of an item on a cable open,
  // the label of any cable goes on with that item there, and counts as the scan of that end.
  function find(text) {
    const given = scanned(text);
    if (given === null) {
      stop(say("foreign_label"));
      return;
    }
    const label = /^([0-9]+):[AB]$/.exec(given);
    soughtCable = label ? Number(label[1]) : null;
    sought = label ? `cable ${label[1]}` : given;
    finder().value = sought;
    const rows = sought ? listed() : [];
    const series = label && current !== null && ITEMS.get(current.item).scope === "cable" ? rows.find((row) => row.item === current.item) : undefined;
    const only = series ?? (rows.length === 1 ? rows[0] : undefined);
    if (only === undefined) {
      render();
      seek();
      return;
    }
    choose(only);
    enterPage();
    if (series !== undefined && !holdsOf(only).length) takeLabel(only, given);
  }

  // The field of an item to which a label belongs.
  const fieldOfLabel = (row, given) => ITEMS.get(row.item).fields.find((field) => field.kind === "scan" && row.basis[`d.label_${field.key}`] === given);

  function takeLabel(row, given) {
    const field = fieldOfLabel(row, given);
    if (field === undefined || valuesOf(row)[field.key] === given) return;
    focusAfter = field.key;
    record(row, { field: field.key, value: given, instrument: instrumentOf(field) });
  }

  // A scanner types where nothing takes it: into the search field.
  function typedAnywhere(event) {
    const at = document.activeElement;
    const takes = at !== null && (at.closest("dialog, .sign") || ["INPUT", "SELECT", "TEXTAREA"].includes(at.tagName));
    if (takes || event.key.length !== 1 || event.key === " " || event.ctrlKey || event.altKey || event.metaKey) return;
    // A narrow page shows the list or the item.
    document.body.classList.remove("item-open");
    seek();
  }

  async function start() {
    const people = byId("people");
    people.replaceChildren(...work.people.map(([name]) => element("option", { value: name })));
    byId("who").addEventListener("click", askName);
    byId("save").addEventListener("click", save);
    byId("language").addEventListener("click", () => {
      language = language === "en" ? "es" : "en";
      render();
    });
    byId("stage").addEventListener("change", (event) => {
      stage = event.target.value;
      render();
    });
    byId("left").addEventListener("change", (event) => {
      leftOnly = event.target.checked;
      render();
    });
    byId("find").addEventListener("input", (event) => {
      if (LABEL.test(event.target.value.trim())) return;
      soughtCable = null;
      sought = event.target.value;
      renderList();
    });
    byId("find").addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      find(event.target.value);
    });
    byId("find").addEventListener("focus", (event) => event.target.select());
    window.addEventListener("keydown", typedAnywhere);
    byId("open").addEventListener("change", async (event) => {
      const [file] = event.target.files;
      if (file) await openResult(file);
      event.target.value = "";
    });
    window.addEventListener("beforeunload", (event) => {
      if (pending || (kept !== true && entries.length > saved)) event.preventDefault();
    });
    setInterval(renderAsk, 20000);
    try {
      await Store.open();
      const proof = randomId();
      await Store.put([["copies", ["proof", proof], { copy: proof, changed: 0, saved: 0 }]]);
      const back = await Store.get("copies", ["proof", proof]);
      kept = back !== undefined && back.copy === proof;
      const copies = (await Store.all("copies", HASH)).sort((a, b) => b.changed - a.changed);
      if (copies.length) await take(copies[0].copy);
    } catch {
      kept = false;
    }
    if (!copy) copy = randomId();
    render();
    document.body.dataset.ready = "yes";
  }

  start();
})();
