import { Type as T } from 'typebox'
import { Deleted, type Routes } from '@linecard/plugin-kit'
import type { Events } from '../setup.ts'
import { WindowBody, WindowParams, WindowView } from '../windows/bodies.ts'
import { windowStore } from '../windows/store.ts'

const tag = 'events'
const permission = 'events_configuration'
const path = '/component/events/windows'

export function windowRoutes(declare: Routes, { ctx }: Events): void {
  const store = windowStore(ctx)
  declare.get(
    path,
    {
      operationId: 'events.windows.list',
      scope: 'group',
      tag,
      summary: 'Maintenance windows',
      description:
        'By name. Events that begin in one are recorded, and nobody is told. What is still wrong when it ' +
        'ends is told then. Only windows whose devices are all in the own groups are shown.',
      permission,
      response: T.Array(WindowView),
    },
    ({ caller }) => store.list(caller),
  )
  declare.get(
    `${path}/:id`,
    {
      operationId: 'events.window.get',
      scope: 'group',
      tag,
      summary: 'One maintenance window',
      description: 'With its times, what it is about, and whether it is open now.',
      permission,
      params: WindowParams,
      response: WindowView,
    },
    ({ caller, params: { id } }) => store.one(caller, id),
  )
  declare.post(
    path,
    {
      operationId: 'events.window.create',
      scope: 'group',
      tag,
      summary: 'Adds a maintenance window',
      description:
        'A recurring one, or one from a begin to an end. It may be about groups, devices, ports and ONUs; ' +
        'about everything only for callers who see all groups.',
      permission,
      body: WindowBody,
      response: WindowView,
      status: 201,
      errors: [404],
    },
    ({ caller, body }) => store.add(caller, body),
  )
  declare.put(
    `${path}/:id`,
    {
      operationId: 'events.window.update',
      scope: 'group',
      tag,
      summary: 'Changes a maintenance window',
      description: 'Replaces all of it: fields that are absent get their standard value.',
      permission,
      params: WindowParams,
      body: WindowBody,
      response: WindowView,
    },
    ({ caller, params: { id }, body }) => store.change(caller, id, body),
  )
  declare.delete(
    `${path}/:id`,
    {
      operationId: 'events.window.delete',
      scope: 'group',
      tag,
      summary: 'Removes a maintenance window',
      description: 'If it is open, what is wrong on its devices is told in the next round.',
      permission,
      params: WindowParams,
      response: Deleted,
    },
    ({ caller, params: { id } }) => store.remove(caller, id),
  )
}
