import { ctrlPoeState } from '@linecard/driver-kit/modules'
import { closedObject, liveChange, type Context, type Routes } from '@linecard/plugin-kit'
import { InterfaceField, Switched, save } from '../bodies.ts'
import { root, saving, stateOf, tag } from './steps.ts'

/** Power over Ethernet of a port. */
export function poeChange(declare: Routes, ctx: Context): void {
  liveChange(
    declare,
    ctx,
    {
      path: `${root}/poe`,
      operationId: 'switches.poe.set',
      tag,
      summary: 'Switches the power of a port on or off',
      description: 'What the port feeds restarts when it is switched off and on.',
      permission: ctrlPoeState.permission,
      body: closedObject(
        { interface: InterfaceField, admin_state: Switched, save },
        { examples: [{ interface: '1/3', admin_state: 'Disabled' }] },
      ),
      changes: ['poe', 'save'],
      steps: ({ admin_state: state, save: kept }) => [
        { name: 'poe', module: ctrlPoeState, args: { state: stateOf(state) }, onInterface: true },
        ...saving(kept),
      ],
    },
    'switches.PoeChange',
  )
}
