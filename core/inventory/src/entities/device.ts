import { defineEntity, p, type InferEntity } from '@mikro-orm/core'
import { Access } from './access.ts'
import { Group } from './group.ts'
import { Model } from './model.ts'

export const deviceStatuses = ['Up', 'Down', 'Unknown'] as const

/** A limit that a device has reached. Times as RFC 3339. */
export interface Exceeds {
  limit: string
  /** The module that reached it. */
  module: string
  since: string
  last: string
}

export const Device = defineEntity({
  name: 'InventoryDevice',
  tableName: 'inventory_device',
  properties: {
    id: p.integer().primary(),
    ip: p.text().columnType('inet'),
    name: p.text().default(''),
    location: p.text().default(''),
    description: p.text().default(''),
    model: () => p.manyToOne(Model).nullable(),
    access: () => p.manyToOne(Access).nullable(),
    group: () => p.manyToOne(Group),
    params: p.json<Record<string, unknown>>().onCreate(() => ({})),
    /** Credential overrides (`params.access`), sealed. */
    secrets: p.text().nullable().lazy(),
    /** AA:BB:CC:DD:EE:FF, or empty. */
    mac: p.text().default(''),
    serial: p.text().default(''),
    /** Poller → seconds; null: those of the model. */
    pollers: p.json<Record<string, number> | null>().nullable(),
    /** Degrees, WGS 84. */
    coordinates: p.json<{ lat: number; lon: number } | null>().nullable(),
    /** False: nothing asks it in the background. */
    enabled: p.boolean().default(true),
    /** Whether it answered when it was last asked. */
    status: p.text().$type<(typeof deviceStatuses)[number]>().default('Unknown'),
    statusChangedAt: p.datetime(3).nullable(),
    /** When its interfaces were last read, and what went wrong then. */
    refreshedAt: p.datetime(3).nullable(),
    refreshError: p.text().nullable(),
    exceeds: p.json<Exceeds | null>().nullable(),
    createdAt: p.datetime(3).onCreate(() => new Date()),
    updatedAt: p
      .datetime(3)
      .onCreate(() => new Date())
      .onUpdate(() => new Date()),
  },
})
export type Device = InferEntity<typeof Device>
