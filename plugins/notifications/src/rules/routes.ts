import type { Routes } from '@linecard/plugin-kit'
import type { Parts } from '../parts.ts'
import { RulesBody, RulesView } from './bodies.ts'
import { allRules, replaceRules } from './store.ts'

const [tag, permission] = ['notifications', 'notifications_full_access']

export function ruleRoutes(declare: Routes, { ctx }: Parts): void {
  declare.get(
    '/component/notifications/rules',
    {
      operationId: 'notifications.rules.get',
      scope: 'all',
      tag,
      summary: 'Which events and actions are told to people',
      description: 'Contacts narrow them further by severity and by names that they ignore.',
      permission,
      response: RulesView,
    },
    () => allRules(ctx.em()),
  )
  declare.put(
    '/component/notifications/rules',
    {
      operationId: 'notifications.rules.update',
      scope: 'all',
      tag,
      summary: 'Replaces all rules',
      description: 'They count for what begins from now on. What waits already is sent.',
      permission,
      body: RulesBody,
      response: RulesView,
    },
    async ({ body }) => {
      await replaceRules(ctx, body)
      return allRules(ctx.em())
    },
  )
}
