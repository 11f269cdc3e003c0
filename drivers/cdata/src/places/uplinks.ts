import type { Interface } from '@linecard/driver-kit/modules'
import { parseName, type Named } from '../names.ts'
import type { Layout } from '../params.ts'

/** More ports than any device of these series has before its PON ports. */
const mostUplinks = 64

/** The place in the name of a PON port. */
export const namedPon = ({ name, descr }: Interface): Named | null =>
  [name, descr ?? ''].flatMap(text => parseName(text) ?? []).find(({ kind }) => kind === 'pon') ?? null

/**
 * The number of ports before the first PON port: a device of a series can have other uplinks than its model.
 * Agents that do not name their PON ports have those of the model, if its numbers are theirs.
 */
export function uplinksOf(rows: readonly Interface[], { ge, xge, pon }: Layout): number | null {
  const named = rows.flatMap(one => {
    const at = one.if_index === null ? null : namedPon(one)
    return at ? [{ at, before: one.if_index! - at.port }] : []
  })
  if (named.length === 0) {
    const last = ge + xge + pon
    return rows.length === 0 || rows.some(({ if_index }) => if_index! <= last) ? ge + xge : null
  }
  const [{ before }] = named as [(typeof named)[0]]
  const alike = named.every(one => one.before === before && one.at.shelf === 0 && one.at.slot === 0)
  return alike && before >= 0 && before <= mostUplinks ? before : null
}
