import type { Context, Routes } from '@linecard/plugin-kit'
import { countersChange } from './counters.ts'
import { configChange, rebootChange } from './device.ts'
import { poeChange } from './poe.ts'
import { portChange } from './port.ts'
import { vlanChange } from './vlan.ts'

/** Declares all operations that change a switch. */
export function changeRoutes(declare: Routes, ctx: Context): void {
  portChange(declare, ctx)
  vlanChange(declare, ctx)
  poeChange(declare, ctx)
  countersChange(declare, ctx)
  configChange(declare, ctx)
  rebootChange(declare, ctx)
}
