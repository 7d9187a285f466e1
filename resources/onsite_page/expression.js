// Evaluates acceptance conditions as gpudesk/core/expressions/expression.py does; the trees come from
// gpudesk/core/expressions/expression_tree.py.
// tests/onsite/acceptance_cases.json holds both to the same values.

class Misfit extends Error {}

const Expression = (() => {
  const MOST_STEPS = 1000000;

  // A result with twelve digits, so that 0.1 + 0.2 is 0.3.
  const decimal = (number) => {
    if (!Number.isFinite(number)) throw new Misfit("too large");
    return Number.isInteger(number) ? number : Number(number.toPrecision(12));
  };
  const isList = Array.isArray;
  const isMapping = (value) => value !== null && typeof value === "object" && !isList(value);

  function same(a, b) {
    if (isList(a) && isList(b)) return a.length === b.length && a.every((part, at) => same(part, b[at]));
    if (isMapping(a) && isMapping(b)) {
      const names = Object.keys(a);
      return names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && same(a[name], b[name]));
    }
    return a === b;
  }

  function truth(value) {
    if (typeof value !== "boolean") throw new Misfit("no verdict");
    return value;
  }

  function numbers(values) {
    if (!values.length || values.some((value) => typeof value !== "number")) throw new Misfit("no numbers");
    return values;
  }

  const only = (values) => {
    if (values.length !== 1) throw new Misfit("one value");
    return values[0];
  };
  const onlyList = (values) => {
    const list = only(values);
    if (!isList(list)) throw new Misfit("no list");
    return list;
  };
  const several = (values) => numbers(values.length === 1 && isList(values[0]) ? values[0] : values);
  const ofNumber = (change) => (values) => decimal(change(only(numbers(values))));

  function distinct(values) {
    if (values.some((value) => value !== null && typeof value === "object")) throw new Misfit("no single values");
    const kept = [...new Set(values)];
    const rank = (value) => [typeof value === "string", typeof value === "boolean", value === null, String(value)];
    return kept.sort((a, b) => {
      const left = rank(a);
      const right = rank(b);
      const at = left.findIndex((part, place) => part !== right[place]);
      return at < 0 ? 0 : left[at] < right[at] ? -1 : 1;
    });
  }

  // With what was lost in each step, so that large and small values together keep their digits.
  function total(values) {
    let sum = 0;
    let lost = 0;
    for (const value of values) {
      const next = sum + value;
      lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
      sum = next;
    }
    return sum + lost;
  }

  // Half to the even neighbor, of the decimal as it is written, digit by digit: 1.115 is half of the way from 1.11 to 1.12.
  function rounded(values) {
    const [value, given = 0] = numbers(values);
    const places = Math.trunc(given);
    if (values.length > 2 || !(places >= 0 && places <= 12)) throw new Misfit("no digits");
    if (!Number.isFinite(value)) throw new Misfit("too large");
    const [written, exponent = "0"] = String(Math.abs(value)).split("e");
    const [whole, part = ""] = written.split(".");
    const dropped = part.length - Number(exponent) - places;
    if (dropped <= 0) return value;
    const unit = 10n ** BigInt(dropped);
    const digits = BigInt(whole + part);
    const low = digits / unit;
    const twice = 2n * (digits % unit);
    const up = twice > unit || (twice === unit && low % 2n === 1n);
    return Math.sign(value) * Number(`${up ? low + 1n : low}e${-places}`);
  }

  function median(values) {
    const sorted = [...values].sort((a, b) => a - b);
    const middle = sorted.length >> 1;
    return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  const ofTruths = (stop) => (values) => {
    const list = only(values);
    if (!isList(list)) return truth(list);
    for (const value of list) if (truth(value) === stop) return stop;
    return !stop;
  };

  const FUNCTIONS = {
    abs: (values) => Math.abs(only(numbers(values))),
    sqrt: (values) => {
      if (only(numbers(values)) < 0) throw new Misfit("no root");
      return decimal(Math.sqrt(values[0]));
    },
    round: rounded,
    ceil: ofNumber(Math.ceil),
    floor: ofNumber(Math.floor),
    choose: (values) => {
      if (values.length !== 3) throw new Misfit("three values");
      return truth(values[0]) ? values[1] : values[2];
    },
    min: (values) => several(values).reduce((a, b) => Math.min(a, b)),
    max: (values) => several(values).reduce((a, b) => Math.max(a, b)),
    sum: (values) => decimal(total(several(values))),
    median: (values) => decimal(median(several(values))),
    count: (values) => onlyList(values).filter((value) => value !== false && value !== null).length,
    all: ofTruths(false),
    any: ofTruths(true),
    set: (values) => distinct(onlyList(values)),
    unique: (values) => distinct(onlyList(values)).length === onlyList(values).length,
  };

  const ORDER = { "<": (a, b) => a < b, "<=": (a, b) => a <= b, ">": (a, b) => a > b, ">=": (a, b) => a >= b };
  const ARITHMETIC = { "+": (a, b) => a + b, "-": (a, b) => a - b, "*": (a, b) => a * b, "/": (a, b) => a / b };

  function compared(operator, left, right) {
    if (operator === "is") return left === null;
    if (operator === "is not") return left !== null;
    if (operator === "in" || operator === "not in") {
      if (!isList(right)) throw new Misfit("no list");
      return right.some((part) => same(left, part)) === (operator === "in");
    }
    if (operator === "==" || operator === "!=") {
      const wanted = operator === "==";
      if (isList(left) && !isList(right)) return left.map((part) => same(part, right) === wanted);
      if (isList(right) && !isList(left)) return right.map((part) => same(left, part) === wanted);
      return same(left, right) === wanted;
    }
    if (isList(left) && isList(right)) {
      if (left.length !== right.length) throw new Misfit("lists of two lengths");
      return left.map((part, at) => compared(operator, part, right[at]));
    }
    if (isList(left)) return left.map((part) => compared(operator, part, right));
    if (isList(right)) return right.map((part) => compared(operator, left, part));
    if (!(typeof left === "string" && typeof right === "string")) numbers([left, right]);
    return ORDER[operator](left, right);
  }

  function part(value, name) {
    if (isList(value)) return value.map((element) => part(element, name));
    if (isMapping(value) && Object.hasOwn(value, name)) return value[name];
    throw new Misfit(`there is no value ${name}`);
  }

  function evaluate(tree, values) {
    let left = MOST_STEPS;

    const value = (node, bound) => {
      left -= 1;
      if (left < 0) throw new Misfit("this takes too long");
      const [kind, first, second] = node;
      switch (kind) {
        case "const":
          return first;
        case "name": {
          const names = first.split(".");
          return names.reduce(part, Object.hasOwn(bound, names[0]) ? bound : values);
        }
        case "and":
        case "or": {
          const stop = kind === "or";
          for (const operand of first) if (truth(value(operand, bound)) === stop) return stop;
          return !stop;
        }
        case "not":
          return !truth(value(first, bound));
        case "neg":
          return -only(numbers([value(first, bound)]));
        case "pos":
          return only(numbers([value(first, bound)]));
        case "list":
          return first.map((operand) => value(operand, bound));
        case "compare": {
          const operands = [value(second[0], bound)];
          const verdicts = [];
          first.forEach((operator, at) => {
            operands.push(value(second[at + 1], bound));
            verdicts.push(compared(operator, operands[at], operands[at + 1]));
          });
          return verdicts.length === 1 ? verdicts[0] : verdicts.every(truth);
        }
        case "call":
          return FUNCTIONS[first](second.map((operand) => argument(operand, bound)));
        default: {
          const [a, b] = numbers([value(first, bound), value(second, bound)]);
          if (kind === "/" && b === 0) throw new Misfit("this divides by zero");
          return decimal(ARITHMETIC[kind](a, b));
        }
      }
    };

    const argument = (node, bound) => {
      if (node[0] !== "for") return value(node, bound);
      const [, name, list, element] = node;
      const elements = value(list, bound);
      if (!isList(elements)) throw new Misfit("no list");
      return elements.map((each) => value(element, { ...bound, [name]: each }));
    };

    return value(tree, {});
  }

  return { evaluate };
})();

// Whether what was entered passes, as gpudesk/core/checklist/item_verdict.py says it. The program judges again when the result comes back.
const Judging = (() => {
  function hasValue(field, value) {
    if (value === undefined || value === null || value === "") return false;
    if (!(field.kind === "list" || field.kind === "photo") || !Array.isArray(value)) return true;
    return (field.kind === "photo" ? new Set(value).size : value.length) >= field.least;
  }

  function put(values, name, value) {
    const names = name.split(".");
    const last = names.pop();
    let at = values;
    for (const part of names) {
      at[part] ??= {};
      at = at[part];
    }
    at[last] = value;
  }

  // The names that a condition reads, without those bound by "for".
  function namesOf(node, bound = []) {
    const [kind, first, second] = node;
    if (kind === "const") return [];
    if (kind === "name") return bound.includes(first.split(".")[0]) ? [] : [first];
    if (kind === "for") return [...namesOf(second, bound), ...namesOf(node[3], [...bound, first])];
    const parts = kind === "compare" || kind === "call" ? second : kind === "and" || kind === "or" || kind === "list" ? first : node.slice(1);
    return parts.flatMap((part) => namesOf(part, bound));
  }

  const partsOf = (tree) => (tree[0] === "and" ? tree[1].flatMap(partsOf) : [tree]);
  const calls = (node, name) => node[0] === "call" && node[1] === name && node[2].length === 1;

  // Whether more lines of a list cannot repair what does not hold.
  function staysBroken(node) {
    if (node[0] === "not") return calls(node[1], "any");
    if (node[0] !== "compare" || node[1].length !== 1) return calls(node, "all");
    const [operator] = node[1];
    const [left, right] = node[2];
    if (namesOf(right).some((name) => name.startsWith("m."))) return false;
    return (calls(left, "min") && operator[0] === ">") || (calls(left, "max") && operator[0] === "<");
  }

  const CONNECTOR = /^(.*\S)([pP/])([1-9])$/;
  const PLANNED_PORTS = ["d.port_a", "d.port_b"];

  // Whether two names mean one port, as names_same_port of gpudesk/core/names/connector_names.py says it.
  function namesSamePort(one, other) {
    if (typeof one !== "string" || typeof other !== "string" || one === other) return one === other;
    const [first, second] = [one, other].map((name) => CONNECTOR.exec(name.trim()));
    const withMark = (match) => match !== null && match[2] !== "/";
    if (withMark(first) && first[1] === other.trim()) return true;
    if (withMark(second) && second[1] === one.trim()) return true;
    if (first === null || second === null || !(withMark(first) || withMark(second))) return false;
    return first[1] === second[1] && first[3] === second[3];
  }

  // Recorded ports under their planned names: labels of earlier versions lack the connector of a host port.
  function withPlannedPorts(measured, basis) {
    const ports = PLANNED_PORTS.map((name) => basis[name] ?? null).filter((port) => port !== null);
    const named = (value) => (typeof value === "string" ? (ports.find((port) => namesSamePort(value, port)) ?? value) : value);
    return Object.fromEntries(Object.entries(measured).map(([key, value]) => [key, named(value)]));
  }

  // The keys of the fields whose values do not keep a limit, whatever else will be filled in.
  function broken(item, tree, measured, basis, today) {
    const filled = item.fields.filter((field) => hasValue(field, measured[field.key]));
    const values = { m: {}, d: {}, k: {}, today };
    const recorded = withPlannedPorts(measured, basis);
    for (const field of filled) values.m[field.key] = recorded[field.key];
    for (const [name, value] of Object.entries(basis)) put(values, name, value);
    const keys = [];
    for (const part of partsOf(tree)) {
      const names = namesOf(part);
      const fields = [...new Set(names.filter((name) => name.startsWith("m.")).map((name) => name.split(".")[1]))];
      const grows = fields.some((key) => item.fields.some((field) => field.key === key && field.kind === "list"));
      const unset = names.some((name) => (name.startsWith("d.") || name.startsWith("k.")) && (basis[name] ?? null) === null);
      if (unset || !fields.length || fields.some((key) => !Object.hasOwn(values.m, key)) || (grows && !staysBroken(part))) continue;
      try {
        if (Expression.evaluate(part, values) === false) keys.push(...fields);
      } catch (error) {
        if (!(error instanceof Misfit)) throw error;
      }
    }
    return [...new Set(keys)];
  }

  function judge(item, tree, measured, basis, today) {
    const counted = item.fields.filter((field) => !field.optional);
    const missing = counted.filter((field) => !hasValue(field, measured[field.key])).map((field) => field.key);
    const filled = counted.length - missing.length;
    const wanted = counted.length;
    if (broken(item, tree, measured, basis, today).length) return { verdict: "failed", missing, filled, wanted };
    if (missing.length) return { verdict: Object.keys(measured).length ? "partial" : "empty", missing, filled, wanted };
    const unset = Object.keys(basis).filter((name) => basis[name] === null);
    if (unset.length) return { verdict: "not_set", missing: unset, filled, wanted };
    const values = { m: {}, d: {}, k: {}, today };
    const recorded = withPlannedPorts(measured, basis);
    for (const field of item.fields) values.m[field.key] = recorded[field.key] ?? null;
    for (const [name, value] of Object.entries(basis)) put(values, name, value);
    try {
      const passed = Expression.evaluate(tree, values);
      if (typeof passed !== "boolean") return { verdict: "unreadable", missing: [], filled, wanted };
      return { verdict: passed ? "passed" : "failed", missing: [], filled, wanted };
    } catch (error) {
      if (!(error instanceof Misfit)) throw error;
      return { verdict: "unreadable", missing: [], filled, wanted };
    }
  }

  return { judge, broken, namesOf };
})();
