import type { Interface } from '../modules/index.ts'

/** Numbers of ONUs on a PON port. */
export interface FreeNumbers {
  interface: Interface
  /** Most ONUs of the port; null: not known. */
  maximum: number | null
  /** Ascending. */
  used: number[]
  /** Lowest free number; null: the port is full, or not known. */
  first: number | null
  /** All free numbers; null: the maximum is not known. */
  list: number[] | null
}

/**
 * Free numbers of one port. `from`: the first number of this OLT. Null: the numbers of its ONUs are not
 * known, so none of them is known to be free.
 */
export function freeOf(port: Interface, onus: readonly Interface[], from: number): FreeNumbers {
  const maximum = port._pon_max_ont_size ?? null
  const numbers = onus.map(({ _onu: number }) => number ?? null)
  const used = numbers.filter(number => number !== null).toSorted((a, b) => a - b)
  if (used.length < numbers.length) return { interface: port, maximum, used, first: null, list: null }
  const taken = new Set(used)
  if (maximum === null) {
    let first = from
    while (taken.has(first)) first++
    return { interface: port, maximum, used, first, list: null }
  }
  const list = Array.from({ length: maximum }, (_, n) => from + n).filter(number => !taken.has(number))
  return { interface: port, maximum, used, first: list[0] ?? null, list }
}

/** OLTs count from 0 or from 1. One that has an ONU 0 counts from 0. */
const firstOf = (all: readonly Interface[]): number => (all.some(({ _onu: number }) => number === 0) ? 0 : 1)

/** Free numbers of these PON ports; `all` are all interfaces of the OLT. */
export function freeNumbers(all: readonly Interface[], ports: readonly Interface[]): FreeNumbers[] {
  const byPort = Map.groupBy(
    all.filter(({ type }) => type === 'ONU'),
    ({ parent }) => parent,
  )
  const first = firstOf(all)
  return ports.map(port => freeOf(port, byPort.get(port.id) ?? [], first))
}
