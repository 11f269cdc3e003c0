import type { Context, Routes } from '@linecard/plugin-kit'
import { onuChanges } from './changes/onu.ts'
import { portChanges } from './changes/port.ts'
import { uniChange } from './changes/uni.ts'

export function routes(declare: Routes, ctx: Context): void {
  onuChanges(declare, ctx)
  portChanges(declare, ctx)
  uniChange(declare, ctx)
}
