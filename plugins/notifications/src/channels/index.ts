import type { Channel } from '@linecard/plugin-kit'
import type { Parts } from '../parts.ts'
import { email } from './email.ts'
import { telegram } from './telegram.ts'
import { webhook } from './webhook.ts'

export const channels = { email, telegram, webhook } satisfies Record<string, Channel<Parts>>
