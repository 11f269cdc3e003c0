import type { ConditionSource } from '@linecard/plugin-kit'
import type { Events } from '../setup.ts'
import { favoriteDown, interfaceDown, massDown } from './interfaces.ts'
import { databaseTrouble, diskFull } from './machine.ts'
import { onuLost } from './onus.ts'

/** What this plugin sees itself, of the inventory and of the machine. */
export const conditions = {
  favorite_interface_down: favoriteDown,
  interface_is_down: interfaceDown,
  mass_interfaces_down: massDown,
  onu_lost: onuLost,
  disk_full: diskFull,
  database_in_trouble: databaseTrouble,
} as const satisfies Record<string, ConditionSource<Events>>
