import type { SnmpSession, Varbind } from '@linecard/driver-kit'

/**
 * How long an operation may use what its earlier calls have read, ms: it is bounded by its own end as well.
 */
const keepMs = 10_000
/** Instances that are kept of one operation: those of one port or ONU, never a table. */
const most = 2000

interface Shared {
  cell: Varbind | undefined
  /** When it was read, as `performance.now()`. */
  at: number
}
type Cells = Map<string, Shared>
interface Kept {
  /** `connectionKey` of the device. */
  device: string
  /** Turns that may have changed the device, when the cells were read. */
  changes: number
  since: number
  cells: Cells
}

/** By the object that stands for one operation of a client: it ends with it. */
const operations = new WeakMap<object, Kept>()
/** Turns that may have changed a device, by its connection's memory. */
const changed = new WeakMap<object, number>()

/** A turn begins or ends that may change the device: what was read before it is not shared any more. */
export const noteChange = (memory: object): void => void changed.set(memory, (changed.get(memory) ?? 0) + 1)

/** What one call shares with the other calls of its operation. */
export interface Share {
  snmp(direct: SnmpSession): SnmpSession
  /** Some value came from an earlier call: the device has answered in this operation. */
  readonly used: boolean
  /** When the earliest value of an earlier call was read, as `performance.now()`; Infinity: none came. */
  readonly readAt: number
  /** A proof of a port has another value than before: the call must be made again, without sharing. */
  readonly broken: boolean
  /** The call has ended well: later calls of the operation may use what it has read. */
  keep(): void
}

const noShare: Share = {
  snmp: direct => direct,
  used: false,
  readAt: Infinity,
  broken: false,
  keep: () => undefined,
}

/**
 * Single instances that earlier calls of the same operation have read of the same device are not asked again.
 * What a call has read itself it asks again, because it may wait for a change. A proof of a port that came
 * from an earlier call goes with the first request that is sent, and must have the same value.
 */
export function shareOf(operation: object | undefined, device: string, memory: object): Share {
  if (!operation) return noShare
  const changes = changed.get(memory) ?? 0
  const found = operations.get(operation)
  const isGood =
    found?.device === device && found.changes === changes && performance.now() - found.since < keepMs
  const kept: Kept = isGood ? found : { device, changes, since: performance.now(), cells: new Map() }
  const own: Cells = new Map()
  let readAt = Infinity
  const proofs = new Set<string>()
  let [used, broken] = [false, false]
  const withProofs = (also: readonly string[] = []) => [...new Set([...also, ...proofs])]
  const compare = (values: ReadonlyMap<string, Varbind> | undefined) => {
    for (const oid of proofs)
      if (textOf(values?.get(oid)) !== textOf(kept.cells.get(oid)?.cell)) {
        broken = true
        operations.delete(operation)
        throw new Error('The port of this operation has another proof than before')
      }
    proofs.clear()
  }
  return {
    get used() {
      return used
    },
    get readAt() {
      return readAt
    },
    get broken() {
      return broken
    },
    snmp: direct => ({
      ...direct,
      async get(oids, options = {}) {
        const { also = [], onRefused } = options
        const isOpen = (oid: string) => own.has(oid) || !kept.cells.has(oid)
        const wanted = oids.filter(isOpen)
        if (wanted.length === 0 && oids.length > 0 && !also.some(isOpen)) {
          used = true
          readAt = Math.min(readAt, earliestOf(kept.cells, oids))
          for (const oid of also) proofs.add(oid)
          return valuesOf(kept.cells, [...also, ...oids])
        }
        const asked = wanted.length === 0 ? oids : wanted
        let refused = false
        const at = performance.now()
        const came = await direct.get(asked, {
          ...options,
          also: withProofs(also),
          onRefused: missing => {
            refused = true
            onRefused?.(missing)
          },
        })
        compare(came)
        if (!refused && own.size < most)
          for (const oid of [...also, ...asked])
            if (came.has(oid) || asked.includes(oid)) own.set(oid, { cell: came.get(oid), at })
        if (asked.length === oids.length) return came
        used = true
        const earlier = oids.filter(oid => !asked.includes(oid))
        readAt = Math.min(readAt, earliestOf(kept.cells, earlier))
        return new Map([...valuesOf(kept.cells, earlier), ...came])
      },
      async columns(oids, options = {}) {
        if (proofs.size === 0 || options.context) return direct.columns(oids, options)
        const answer = await direct.columns(oids, { ...options, also: withProofs(options.also) })
        // An agent may leave them out of such an answer: they are then asked for by the next GET.
        if (answer.also && [...proofs].every(oid => answer.also!.has(oid))) compare(answer.also)
        return answer
      },
    }),
    keep() {
      if ((changed.get(memory) ?? 0) !== changes) return
      for (const [oid, shared] of own) kept.cells.set(oid, shared)
      operations.set(operation, kept)
    },
  }
}

const earliestOf = (cells: Cells, oids: readonly string[]): number =>
  Math.min(...oids.map(oid => cells.get(oid)?.at ?? Infinity))

const textOf = (cell: Varbind | undefined): string | null =>
  cell
    ? `${cell.type} ${Buffer.isBuffer(cell.value) ? cell.value.toString('hex') : String(cell.value)}`
    : null

function valuesOf(cells: Cells, oids: readonly string[]): Map<string, Varbind> {
  const found = oids.map(oid => [oid, cells.get(oid)?.cell] as const)
  return new Map(found.flatMap(([oid, cell]) => (cell ? [[oid, cell] as const] : [])))
}
