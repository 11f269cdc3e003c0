import type { Varbind } from '@linecard/driver-kit'
import { encodeValue, tlv } from './ber.ts'
import { encodeOid, keyOid, oidKey } from './oid.ts'

/** One instance of a MIB object: constant with `encoded`, or computed by `read`. */
export interface MibObject {
  readonly key: string
  readonly type: number
  /** TLV of the OID. */
  readonly oid: Buffer
  /** The encoded varbind. */
  readonly encoded?: Buffer
  readonly read?: () => Varbind['value']
  /**
   * Executes a SET and returns an error-status, 0 for success. Without it, a SET of a constant object is kept
   * by the writable MIB of the device, and a computed object is not writable.
   */
  readonly write?: (value: Varbind['value']) => number
}

/** The objects at one moment, in OID order. */
export interface View {
  get(key: string): MibObject | undefined
  /** The first object after `key`. */
  next(key: string): MibObject | undefined
  objects(): readonly MibObject[]
}

/** A row that a SET has created. `undo` removes it if another varbind of the same SET fails. */
export interface Created {
  status: number
  undo(): void
}

/** The objects of a device. Rows come and go, so each request takes one view. */
export interface Mib {
  view(): View
  /** Whether a SET may create this instance: it is in a table with a RowStatus. */
  creatable?(key: string): boolean
  /** Creates the row of an instance. Undefined if this value creates none. */
  create?(key: string, value: Varbind['value']): Created | undefined
}

export const encodeObject = (object: MibObject): Buffer =>
  object.encoded ?? tlv(0x30, object.oid, encodeValue(object.type, object.read?.() ?? null))

/** An object that never changes. */
export function constant({ oid, type, value }: Varbind): MibObject {
  const key = oidKey(oid)
  const oidTlv = tlv(6, encodeOid(key))
  return { key, type, oid: oidTlv, encoded: tlv(0x30, oidTlv, encodeValue(type, value)) }
}

/** An object whose value is read for every request. */
export function computed(
  oid: string,
  type: number,
  read: () => Varbind['value'],
  write?: MibObject['write'],
): MibObject {
  const key = oidKey(oid)
  return { key, type, oid: tlv(6, encodeOid(key)), read, ...(write && { write }) }
}

/** Sorts objects into a view. Of two objects with the same OID, the later one counts. */
export function createView(objects: Iterable<MibObject>): View {
  const byKey = new Map<string, MibObject>()
  for (const object of objects) byKey.set(object.key, object)
  const sorted = [...byKey.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const positions = new Map(sorted.map((object, position) => [object.key, position]))
  const after = (key: string) => {
    let low = 0
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (sorted[middle]!.key <= key) low = middle + 1
      else high = middle
    }
    return low
  }
  return {
    get: key => byKey.get(key),
    next: key => sorted[positions.has(key) ? positions.get(key)! + 1 : after(key)],
    objects: () => sorted,
  }
}

/** A MIB that never changes, such as a recording. Many devices may share it. */
export function fixedMib(varbinds: Iterable<Varbind>): Mib {
  const objects: MibObject[] = []
  for (const varbind of varbinds) objects.push(constant(varbind))
  const view = createView(objects)
  return { view: () => view }
}

/** Dotted OID of an object. */
export const oidOf = (object: MibObject): string => keyOid(object.key)
