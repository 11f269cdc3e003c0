import { Type as T } from 'typebox'
import type { Routes } from '@linecard/plugin-kit'
import type { Links } from '../parts.ts'
import { forgetPlaces, placeDevices } from './places.ts'
import { PlacesView } from './schemas.ts'

const tag = 'links'
const path = '/component/links'

/** Where people want devices to be drawn. */
export function placeRoutes(declare: Routes, { ctx }: Links): void {
  declare.put(
    `${path}/graph/places`,
    {
      operationId: 'links.places.update',
      scope: 'group',
      tag,
      summary: 'Puts devices to places of the graph',
      description: 'For everybody. Devices that are not named stay. Unknown ones are left out.',
      permission: 'links_edit',
      body: PlacesView,
      response: PlacesView,
    },
    async ({ caller, body }) => ({ places: await placeDevices(ctx, caller, body.places) }),
  )
  declare.delete(
    `${path}/graph/places`,
    {
      operationId: 'links.places.delete',
      scope: 'group',
      tag,
      summary: 'Draws the graph again',
      description: 'Forgets the places of all devices that the caller sees. They are computed again.',
      permission: 'links_edit',
      response: T.Object({ removed: T.Integer() }, { additionalProperties: false }),
    },
    ({ caller }) => forgetPlaces(ctx, caller),
  )
}
