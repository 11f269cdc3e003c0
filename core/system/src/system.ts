import type { Context } from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import type { ActionWriter } from './logs/writer.ts'

/** What the folders of this plugin share. */
export interface System {
  ctx: Context<Config>
  actions: ActionWriter
  stop(): Promise<void>
}
