import type { SqlEntityManager } from '@linecard/plugin-kit/sql'

/**
 * Numbers of one moment, by group and model of the devices. They belong to the group that the devices had.
 */
export interface OnlineTable {
  time: Date
  group_id: number
  /** 0: devices without a model. */
  model_id: number
  devices_up: number
  devices_down: number
  devices_unknown: number
  onus_up: number
  onus_down: number
  onus_unknown: number
}

/** An hour in which an interface had errors; a second, on average. */
export interface ErrorTable {
  /** End of the hour. */
  hour: Date
  interface_id: number
  receive: number
  transmit: number
}

/** One row for each place of a MAC address that is at several places at once. */
export interface DuplicateTable {
  mac: string
  interface_id: number
  vlan_id: number
  /** When a run found it at several places for the first time. */
  since: Date
  first_seen: Date
  last_seen: Date
}

/** How far a job has come. */
export interface DoneTable {
  what: string
  done_to: Date
}

export interface Tables {
  analytics_done: DoneTable
  analytics_online: OnlineTable
  analytics_error: ErrorTable
  analytics_duplicate: DuplicateTable
}

/** Queries on the connection of `em`, inside its transaction. */
export const tables = (em: SqlEntityManager) => em.getKysely<Tables>()
