import { createHash } from 'node:crypto'

/** Weak validator (RFC 9110 §8.8.3) of an answer as it is sent. */
export const etagOf = (payload: string): string =>
  `W/"${createHash('sha1').update(payload).digest('base64url')}"`

const opaque = (tag: string) => tag.trim().replace(/^W\//, '')

/** Weak comparison of a header's list of tags with one tag; `*` fits whatever exists. */
export const matches = (header: string, etag: string): boolean =>
  header.split(',').some(tag => tag.trim() === '*' || opaque(tag) === opaque(etag))

/** Paths of single resources end in a parameter. */
export const isSingle = (path: string): boolean => /\/:\w+$/.test(path)

/**
 * One after the other per key. Without it two writers that both hold the current tag would both pass the
 * check.
 */
export function lanes(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return (key, work) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work, work)
    const settled = mine
      .then(
        () => undefined,
        () => undefined,
      )
      .finally(() => {
        if (last.get(key) === settled) last.delete(key)
      })
    last.set(key, settled)
    return mine
  }
}
