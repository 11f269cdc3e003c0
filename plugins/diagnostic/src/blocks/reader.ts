import type { Module, ResultOf } from '@linecard/driver-kit'
import type { LiveParts } from '@linecard/plugin-kit'
import { complete } from '../schemas/complete.ts'

type Rows = readonly { interface: { id: number } }[]

export type AnswerRow<M extends Module> = ResultOf<M> extends readonly (infer R)[] ? R : never

/** Reads the answers about one interface. `id` is its bind key. */
export function readerOf(parts: LiveParts, id: number) {
  const answer = <M extends Module>({ name }: M): ResultOf<M> | undefined => {
    const part = parts.get(name)
    // Without rows and with something missing the answer is unknown, which is not the same as empty.
    const unknown = Array.isArray(part?.data) && part.data.length === 0 && part.meta.missing.length > 0
    return unknown ? undefined : (part?.data as ResultOf<M> | undefined)
  }
  /** The interface's row, of a module that answers a list. */
  const own = <M extends Module>(module: M) =>
    (answer(module) as Rows | undefined)?.find(row => row.interface.id === id) as AnswerRow<M> | undefined
  /** The same with all fields of the schema; null if nothing is known. */
  const whole = <M extends Module>(module: M, row = own(module) as object | undefined) =>
    row ? complete((module.result as unknown as { items: { properties: object } }).items, row) : null
  return { id, answer, own, whole }
}
export type BlockReader = ReturnType<typeof readerOf>
