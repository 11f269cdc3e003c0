import type { PlaceSource, SearchSource } from '@linecard/plugin-kit'
import type { Inventory } from '../inventory.ts'
import { clientSource } from './clients.ts'
import { deviceSource } from './devices.ts'
import { interfaceSource, onuSource } from './interfaces.ts'
import { devicePlaces, interfacePlaces } from './places.ts'

/** The search sources of the inventory, by type of hit. */
export const search: Readonly<Record<string, SearchSource<Inventory>>> = {
  onu: onuSource,
  interface: interfaceSource,
  device: deviceSource,
  client_mac: clientSource,
}
export const places: Readonly<Record<string, PlaceSource<Inventory>>> = {
  device: devicePlaces,
  interface: interfacePlaces,
}
