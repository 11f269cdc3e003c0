import type { Module } from './module.ts'

/** What a notification of a device is about. */
export const notificationKinds = [
  'link',
  'onu',
  'uni',
  'autofind',
  'light',
  'card',
  'power',
  'fan',
  'auth',
  'restart',
  'loop',
  'other',
] as const
/**
 * One of `notificationKinds`. `autofind`: an ONU that is not registered. `light`: optical power. `auth`: a
 * refused sign-in or SNMP request.
 */
export type NotificationKind = (typeof notificationKinds)[number]

/** One object of a notification (a varbind), as it arrived. */
export interface ToldObject {
  /** Without leading dot. */
  oid: string
  /** Numbers of 64 bits and texts are strings. Null: none. */
  value: number | string | null
}

/** The port or ONU that a notification is about, as far as the notification tells it. */
export type ToldPort = { key: number } | { ifIndex: number } | { name: string }

/** What a notification (a trap or an inform) of a device means. */
export interface Notification {
  /**
   * The value of snmpTrapOID, without leading dot. Traps of SNMPv1 are compared with and without the 0 before
   * their number (RFC 3584).
   */
  oid: string
  /** The name of the vendor's MIB. */
  name: string
  kind: NotificationKind
  /** What it says that the link of its port is now. It is never stored before the device confirms it. */
  link?: 'Up' | 'Down'
  /** Finds what it is about. Pure. Null: it does not tell. Absent: the device itself. */
  port?: (objects: readonly ToldObject[]) => ToldPort | null
  /**
   * Reading modules that tell what is so now. They are asked about that port alone where they take one.
   * Modules that the model lacks are not asked.
   */
  ask?: readonly Pick<Module, 'name'>[]
}
