import type { Caller, Context } from '@linecard/plugin-kit'
import type { Renderer } from '@linecard/template-kit'
import type { TemplateStore } from '@linecard/template-kit/control'
import type { Config } from './config.ts'
import type { RegistrationDefinition } from './definition.ts'
import type { outcomes } from './metrics.ts'

/** What all slots of this plugin get. */
export interface Registrations {
  ctx: Context<Config>
  templates: TemplateStore<RegistrationDefinition>
  renderer: Renderer
  /** Counts registrations by their outcome. */
  outcomes: typeof outcomes
  /** Work that goes on after an answer. */
  work(going: Promise<void>): void
  /** The service stops: what cannot be read now, the next start reads. */
  isStopping(): boolean
  stop(): Promise<void>
}

/** The service itself: it sees all devices. */
export const service: Caller = {
  userId: -1,
  login: 'sys',
  permissions: new Set(),
  groupIds: null,
  sessionId: null,
}
