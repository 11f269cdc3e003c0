/** Characters of a part of a path: with the id and the ending it stays below what file systems take. */
const longest = 80
/** Names that Windows keeps for devices, with or without an ending. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i
/** Folders of a group: trees stay small, so that a commit costs the same with ten thousand devices. */
const shards = 100

/**
 * A name as a part of a path that is safe on every system: letters, digits, `.`, `_` and `-`. It is never
 * empty, hidden, reserved, or a way to another folder. Different names may become the same.
 */
export function safeName(name: string, fallback: string): string {
  const safe = name
    .normalize('NFKC')
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '_')
    .slice(0, longest)
    .toWellFormed()
    .replaceAll('\ufffd', '_')
    .replace(/^[._-]+|[._-]+$/g, '')
  if (safe === '') return fallback
  return reserved.test(safe.split('.')[0]!) ? `_${safe}` : safe
}

/** A device whose configuration is exported. */
export interface NamedDevice {
  id: number
  name: string
  ip: string
  group: { id: number; name: string }
}

/**
 * The file of a device: `<group>/<last two digits of the id>/<name>-<id>.cfg`. The ids make both parts
 * unique on systems that do not tell capital letters from small ones, too.
 */
export function pathOf({ id, name, ip, group }: NamedDevice): string {
  const folder = `${safeName(group.name, 'group')}-${group.id}`
  const shard = String(Math.abs(id) % shards).padStart(2, '0')
  return `${folder}/${shard}/${safeName(name, safeName(ip, 'device'))}-${id}.cfg`
}

/** A text as one line of a commit message: no control characters, no second line. */
export const oneLine = (text: string, characters = 200): string =>
  text
    // eslint-disable-next-line no-control-regex
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ')
    .trim()
    .slice(0, characters)
    .toWellFormed()

/** A name as git takes it in a commit: `<`, `>` and line breaks would end it. */
export const personName = (name: string): string => oneLine(name.replace(/[<>]/g, ''), 100) || 'unknown'
