import {
  clearCounters,
  clearIfaceCounters,
  ctrlPoeState,
  ctrlPortDescr,
  ctrlPortSpeed,
  ctrlPortState,
  ctrlVlanPort,
  ctrlVlanState,
  reboot,
  saveConfig,
} from '@linecard/driver-kit/modules'
import { closedObject, liveChange, type Context, type Routes, type WantedStep } from '@linecard/plugin-kit'
import { Type as T } from 'typebox'
import { Interface, PortBody, Switched, VlanBody, save } from './bodies.ts'
import { fail } from './errors.ts'

const [tag, root] = ['switches', '/component/switches']

const saving = (wanted: boolean | undefined): WantedStep[] =>
  wanted ? [{ name: 'save', module: saveConfig, args: {} }] : []
const stateOf = (word: string) => (/^enable/i.test(word) ? 'enable' : 'disable')

/**
 * The fields that an action has no use for are refused: who sends them means something else than what would
 * be done.
 */
function refuseOthers(action: string, fields: Readonly<Record<string, unknown>>): void {
  const field = Object.keys(fields).find(name => fields[name] !== undefined)
  if (field)
    throw fail('SWITCHES_FIELD_SUPERFLUOUS', { field, action }, [
      { path: field, message: `is of no use to ${action}` },
    ])
}

/** Description, speed and admin state of a port. */
function portChange(declare: Routes, ctx: Context): void {
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
        'switches_set_port_admin_speed, switches_set_port_admin_state. They are made in this order; the ' +
        'first that fails ends them.',
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
        // Last: it may be the port that leads to the device.
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

/** VLANs and their ports. */
function vlanChange(declare: Routes, ctx: Context): void {
  liveChange(
    declare,
    ctx,
    {
      path: `${root}/vlan`,
      operationId: 'switches.vlan.set',
      tag,
      summary: 'Creates or deletes a VLAN, adds a port to it or removes one',
      permission: 'switches_vlan_control',
      description: 'An untagged port gets the VLAN as its PVID.',
      body: VlanBody,
      changes: ['vlan', 'save'],
      steps({ action, id, name, interface: port, type, save: kept }) {
        if (action === 'create' || action === 'delete') {
          refuseOthers(action, { interface: port, type, ...(action === 'delete' && { name }) })
          return [
            {
              name: 'vlan',
              module: ctrlVlanState,
              args: { id, action, ...(name !== undefined && { name }) },
            },
            ...saving(kept),
          ]
        }
        if (port === undefined)
          throw fail('SWITCHES_PORT_MISSING', { id, action }, [{ path: 'interface', message: 'is missing' }])
        refuseOthers(action, { name })
        return [
          {
            name: 'vlan',
            module: ctrlVlanPort,
            args: { id, action: action === 'add' ? 'add' : 'delete', ...(type !== undefined && { type }) },
            onInterface: true,
          },
          ...saving(kept),
        ]
      },
    },
    'switches.VlanChange',
  )
}

/** Power over Ethernet of a port. */
function poeChange(declare: Routes, ctx: Context): void {
  liveChange(
    declare,
    ctx,
    {
      path: `${root}/poe`,
      operationId: 'switches.poe.set',
      tag,
      summary: 'Switches the power of a port on or off',
      permission: ctrlPoeState.permission,
      body: closedObject(
        { interface: Interface, admin_state: Switched, save },
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

/** Counters of all ports, or of one. */
function countersChange(declare: Routes, ctx: Context): void {
  liveChange(
    declare,
    ctx,
    {
      path: `${root}/clear-counters`,
      operationId: 'switches.counters.clear',
      tag,
      summary: 'Clears the counters of all ports, or of one',
      permission: clearCounters.permission,
      body: closedObject({ interface: T.Optional(Interface) }, { examples: [{ interface: '1/3' }] }),
      changes: ['counters'],
      steps: ({ interface: port }) => [
        port === undefined
          ? { name: 'counters', module: clearCounters, args: {} }
          : { name: 'counters', module: clearIfaceCounters, args: {}, onInterface: true },
      ],
    },
    'switches.CountersChange',
  )
}

/** Of the whole device: without a body. */
const whole = { tag, body: closedObject({}) }

/** The configuration that survives a restart. */
function configChange(declare: Routes, ctx: Context): void {
  liveChange(
    declare,
    ctx,
    {
      ...whole,
      path: `${root}/save-config`,
      operationId: 'switches.config.save',
      summary: 'Saves the configuration',
      permission: saveConfig.permission,
      changes: ['save'],
      steps: () => saving(true),
    },
    'switches.ConfigSaved',
  )
}

/** A restart of the device. */
function rebootChange(declare: Routes, ctx: Context): void {
  liveChange(
    declare,
    ctx,
    {
      ...whole,
      path: `${root}/reboot`,
      operationId: 'switches.device.reboot',
      summary: 'Restarts the device; what was not saved is lost',
      permission: reboot.permission,
      changes: ['reboot'],
      steps: () => [{ name: 'reboot', module: reboot, args: {} }],
    },
    'switches.Rebooted',
  )
}

/** Declares all operations that change a switch. */
export function changeRoutes(declare: Routes, ctx: Context): void {
  portChange(declare, ctx)
  vlanChange(declare, ctx)
  poeChange(declare, ctx)
  countersChange(declare, ctx)
  configChange(declare, ctx)
  rebootChange(declare, ctx)
}
