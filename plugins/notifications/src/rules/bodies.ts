import { Type as T, type Static } from 'typebox'
import { closedObject } from '@linecard/plugin-kit'

const name = (description: string) =>
  T.String({ minLength: 1, maxLength: 100, pattern: '^[A-Za-z0-9_:.*-]+$', description })

const EventRule = closedObject(
  {
    name: name('Of the event, for example device_down; `*`: every other event'),
    enabled: T.Boolean(),
    send_resolved: T.Boolean({ description: 'Tell also that it is over' }),
    delay_sec: T.Integer({
      minimum: 0,
      maximum: 86_400,
      description: 'An event that ends within so many seconds is not told',
    }),
  },
  { description: 'Which events are told' },
)
const ActionRule = closedObject(
  {
    name: name('Of the action, for example device:deleted; `*`: every other action'),
    enabled: T.Boolean(),
    on_fail: T.Boolean({ description: 'Tell it if it failed, or if nobody knows' }),
    on_success: T.Boolean({ description: 'Tell it if it succeeded' }),
  },
  { description: 'Which actions are told' },
)

const rules = {
  events: T.Array(EventRule, { maxItems: 1000 }),
  actions: T.Array(ActionRule, { maxItems: 1000 }),
}

export const RulesBody = closedObject(rules)
export type RulesBody = Static<typeof RulesBody>

export const RulesView = closedObject(rules, {
  $id: 'notifications.Rules',
  description: 'What is told. A name without a rule has that of `*`; without it, nothing is told',
  examples: [
    {
      events: [{ name: '*', enabled: true, send_resolved: true, delay_sec: 60 }],
      actions: [{ name: 'device:deleted', enabled: true, on_fail: false, on_success: true }],
    },
  ],
})
