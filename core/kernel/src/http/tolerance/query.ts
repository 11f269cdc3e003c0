type Query = Record<string, unknown>

/** Removes `_`, with which clients get past caches. An operation may declare a parameter of this name. */
export const withoutCacheBuster = (query: Query, declared: object): void => {
  if (!Object.hasOwn(declared, '_')) delete query['_']
}

/** Joins `name[]=1&name[]=2` and `name[0]=1&name[1]=2`, as PHP writes lists, under `name`. */
export function queryLists(query: Query): void {
  for (const [key, value] of Object.entries(query)) {
    const name = /^(\w+)\[\d{0,4}\]$/.exec(key)?.[1]
    if (name === undefined) continue
    delete query[key]
    query[name] = [...(Object.hasOwn(query, name) ? [query[name]].flat() : []), ...[value].flat()]
  }
}
