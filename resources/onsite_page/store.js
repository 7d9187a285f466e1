// What was entered, in IndexedDB. All pages that are opened as files share one store, so every key begins with the digest of the package.

const Store = (() => {
  let database = null;

  const done = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });

  function open() {
    const request = indexedDB.open("gpudesk-work", 1);
    request.onupgradeneeded = () => {
      for (const name of ["copies", "entries", "photos"]) request.result.createObjectStore(name);
    };
    return done(request).then((opened) => {
      database = opened;
    });
  }

  // Writes and waits until the disk has it.
  function put(puts) {
    return new Promise((resolve, reject) => {
      if (database === null) throw new Error("no store");
      const names = [...new Set(puts.map(([name]) => name))];
      const step = database.transaction(names, "readwrite", { durability: "strict" });
      step.oncomplete = () => resolve();
      step.onabort = () => reject(step.error);
      step.onerror = () => reject(step.error);
      for (const [name, key, value] of puts) step.objectStore(name).put(value, key);
    });
  }

  const range = (...start) => IDBKeyRange.bound(start, [...start, []]);
  const all = (name, ...start) => done(database.transaction(name).objectStore(name).getAll(range(...start)));
  const keys = (name, ...start) => done(database.transaction(name).objectStore(name).getAllKeys(range(...start)));
  const get = (name, key) => done(database.transaction(name).objectStore(name).get(key));

  return { open, put, all, keys, get };
})();
