import { ctrlPortDescr, ctrlPortSpeed, ctrlPortState } from '@linecard/driver-kit/modules'
import { liveChange, type Context, type Routes, type WantedStep } from '@linecard/plugin-kit'
import { PortBody } from '../bodies.ts'
import { fail } from '../errors.ts'
import { root, saving, stateOf, tag } from './steps.ts'

/** Description, speed and admin state of a port. */
export function portChange(declare: Routes, ctx: Context): void {
  liveChange(
    declare,
    ctx,
    {
      path: `${root}/port`,
      operationId: 'switches.port.set',
      tag,
      summary: 'Changes description, speed or admin state of a port',
      permission: 'signed-in',
      description:
        'Each field needs its own permission: switches_set_port_description, ' +
        'switches_set_port_admin_speed, switches_set_port_admin_state. The changes are made in this order ' +
        'and end at the first failure.',
      body: PortBody,
      changes: ['description', 'admin_speed', 'admin_state', 'save'],
      steps({ description, admin_state: state, admin_speed: speed, save: kept }) {
        const steps: WantedStep[] = []
        if (description !== undefined)
          steps.push({ name: 'description', module: ctrlPortDescr, args: { description }, onInterface: true })
        if (speed !== undefined)
          steps.push({
            name: 'admin_speed',
            module: ctrlPortSpeed,
            args: { speed: speed === 'Auto' ? 'auto' : speed },
            onInterface: true,
          })
        // Last, because the connection to the device may use this port.
        if (state !== undefined)
          steps.push({
            name: 'admin_state',
            module: ctrlPortState,
            args: { state: stateOf(state) },
            onInterface: true,
          })
        if (steps.length === 0) throw fail('SWITCHES_NOTHING_ASKED')
        return [...steps, ...saving(kept)]
      },
    },
    'switches.PortChange',
  )
}
