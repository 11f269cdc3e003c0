import { Type as T } from 'typebox'
import type { Routes } from '@linecard/plugin-kit'
import {
  ConditionBody,
  ConditionParams,
  ConditionView,
  changeCondition,
  listConditions,
  oneCondition,
} from '../asked/conditions.ts'
import type { Events } from '../setup.ts'

const tag = 'events'
const permission = 'events_configuration'
const path = '/component/events/conditions'

export function conditionRoutes(declare: Routes, { ctx, sources }: Events): void {
  declare.get(
    path,
    {
      operationId: 'events.conditions.list',
      scope: 'all',
      tag,
      summary: 'Conditions that plugins watch',
      description: 'By name. An operator can switch each off, and give it another severity or delay.',
      permission,
      response: T.Array(ConditionView),
    },
    () => listConditions(ctx, sources()),
  )
  declare.get(
    `${path}/:name`,
    {
      operationId: 'events.condition.get',
      scope: 'all',
      tag,
      summary: 'One of the conditions',
      description: 'Its standard values, and what an operator has changed of them.',
      permission,
      params: ConditionParams,
      response: ConditionView,
    },
    ({ params: { name } }) => oneCondition(ctx, sources(), name),
  )
  declare.put(
    `${path}/:name`,
    {
      operationId: 'events.condition.update',
      scope: 'all',
      tag,
      summary: 'Changes a condition',
      description: 'Fields that are absent keep their values. It takes effect at the next evaluation.',
      permission,
      params: ConditionParams,
      body: ConditionBody,
      response: ConditionView,
    },
    ({ params: { name }, body }) => changeCondition(ctx, sources(), name, body),
  )
}
