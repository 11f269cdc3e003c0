import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { Device } from './device.ts'

/**
 * An interface as last read. `bindKey` binds it to the one on the device, because name and index may change.
 */
export const Interface = defineEntity({
  name: 'InventoryInterface',
  tableName: 'inventory_interface',
  properties: {
    id: p.integer().primary(),
    device: () => p.manyToOne(Device),
    /** Stable number that the driver derives; decimal digits. */
    bindKey: p.bigint('string'),
    /** Bind key of the PON port of an ONU. */
    parentBindKey: p.bigint('string').nullable(),
    name: p.text(),
    type: p.text(),
    /** Link state, or state of an ONU; null while unknown. */
    status: p.text().nullable(),
    adminState: p.text().nullable(),
    statusChangedAt: p.datetime(3).nullable(),
    description: p.text().default(''),
    /** Serial number of an ONU. */
    serial: p.text().nullable(),
    /** MAC address of an ONU, or of the port. */
    mac: p.text().nullable(),
    comment: p.text().default(''),
    agreement: p.text().default(''),
    billingLink: p.text().default(''),
    ip: p.text().default(''),
    params: p.json<Record<string, unknown>>().onCreate(() => ({})),
    /** Added by a person; the device has not listed it so far. */
    manual: p.boolean().default(false),
    pollEnabled: p.boolean().default(true),
    /** False: MAC addresses behind it are not kept. */
    fdbEnabled: p.boolean().default(true),
    coordinates: p.json<{ lat: number; lon: number } | null>().nullable(),
    /** An ONU that its OLT does not list any more; its type is `CLOSED`. */
    closedAt: p.datetime(3).nullable(),
    /** The bind key that it had. */
    closedBindKey: p.bigint('string').nullable(),
    createdAt: p.datetime(3).onCreate(() => new Date()),
    updatedAt: p
      .datetime(3)
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
  },
})
export type Interface = InferEntity<typeof Interface>
