import type { PortProof } from '../contract/port.ts'
import type { Interface } from '../modules/index.ts'
import { text, wrongType, unknownValue, type Column } from '../table/index.ts'

/** The value that shows an interface: the instance, and its text when the interface was read. */
interface Shown {
  oid: string
  text: string
}

/** Copied by `{ ...one }`; absent from JSON, so it stays in the process that has read the list. */
const shownBy: unique symbol = Symbol.for('linecard.shownBy')
type Proven = Interface & { [shownBy]?: Shown }

/** The interface with the value by which the device proves it later: ifName of its row, for example. */
export const withProof = (one: Interface, shown: Shown | null): Interface =>
  shown === null ? one : Object.assign(one, { [shownBy]: shown })

/** The text by which the device names the interface; null: the list tells none. */
export const shownText = (one: Interface): string | null => (one as Proven)[shownBy]?.text ?? null

/** A proof by a column of texts. */
export const textProof = ({
  oid,
  shown,
  fits,
  ...rest
}: Omit<PortProof, 'shown'> & { shown?: Column<string> }): PortProof => {
  const { decode } = shown ?? text(oid)
  return {
    ...rest,
    oid,
    fits,
    shown: cell => {
      const value = decode(cell)
      return value === wrongType || value === unknownValue ? null : value
    },
  }
}

/** The proof of an interface of a list; null if the list tells none. */
export function proofOf(one: Interface): PortProof | null {
  const shown = (one as Proven)[shownBy]
  if (!shown) return null
  return textProof({ port: one, oid: shown.oid, kind: 'name', fits: now => now === shown.text })
}
