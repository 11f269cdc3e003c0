import { cutText } from '@linecard/driver-kit'

/** Names are stored up to this length. */
const nameLength = 200

interface Named {
  bind_key: string
  name: string
}

/** Rows by name; undefined for a name that two have. */
function byNameOf<T extends Named>(rows: Iterable<T>): Map<string, T | undefined> {
  const found = new Map<string, T | undefined>()
  for (const row of rows) found.set(row.name, found.has(row.name) ? undefined : row)
  return found
}

/**
 * Whether a device has renumbered its ports, and `stored`, its interfaces by bind key, do not know it yet
 * (fault 16): what the answer calls by one name is stored under another bind key. What it says of its ports
 * would go to the wrong ones.
 */
export function isRenumbered(
  stored: ReadonlyMap<string, Named>,
  refs: Iterable<{ id: number; name: string }>,
): boolean {
  let byName: ReadonlyMap<string, Named | undefined> | undefined
  for (const { id, name } of refs) {
    const text = cutText(name, nameLength)
    if (stored.get(String(id))?.name === text) continue
    byName ??= byNameOf(stored.values())
    const named = byName.get(text)
    if (named && named.bind_key !== String(id)) return true
  }
  return false
}
