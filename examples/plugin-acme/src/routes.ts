import { Type as T } from 'typebox'
import { closedObject, text, type Context, type Routes } from '@linecard/plugin-kit'
import type { Config } from './config.ts'
import { placeOf, setPlace } from './places.ts'
import { Place } from './schemas.ts'

const deviceParams = closedObject({ device: T.Integer({ minimum: 1, description: 'Id of the device' }) })

export function placeRoutes(routes: Routes, ctx: Context<Config>): void {
  routes.get(
    '/component/places/:device',
    {
      operationId: 'places.get',
      scope: 'group',
      tag: 'places',
      summary: 'Where a device stands',
      permission: 'places_view',
      params: deviceParams,
      response: Place,
    },
    ({ params, caller }) => placeOf(ctx, params.device, caller),
  )

  routes.put(
    '/component/places/:device',
    {
      operationId: 'places.set',
      scope: 'group',
      tag: 'places',
      summary: 'Tells where a device stands',
      permission: 'places_edit',
      params: deviceParams,
      body: closedObject(
        { room: text(200, { minLength: 1 }) },
        { examples: [{ room: 'Oak street 12, attic' }] },
      ),
      response: Place,
    },
    ({ params, body, caller }) => setPlace(ctx, params.device, body.room, caller),
  )
}
