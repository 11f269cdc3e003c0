import { reboot, saveConfig } from '@linecard/driver-kit/modules'
import { closedObject, liveChange, type Context, type Routes } from '@linecard/plugin-kit'
import { root, saving, tag } from './steps.ts'

/** Of the whole device: without a body. */
const whole = { tag, body: closedObject({}) }

/** The configuration that survives a restart. */
export function configChange(declare: Routes, ctx: Context): void {
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
export function rebootChange(declare: Routes, ctx: Context): void {
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
