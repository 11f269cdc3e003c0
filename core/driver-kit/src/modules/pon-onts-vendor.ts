import { Type as T } from 'typebox'
import { defineModule } from '../contract/module.ts'
import { interfaceArgs } from './arguments.ts'
import { booleanOrNull, closed, exampleOnu, perInterface, textOrNull } from './shapes.ts'

/** Maker, model and versions of ONUs. */
export const ponOntsVendor = defineModule({
  name: 'pon_onts_vendor',
  kind: 'read',
  permission: 'device_show',
  summary: 'Maker, model and versions of ONUs',
  args: interfaceArgs,
  result: perInterface({
    vendor: textOrNull('Maker'),
    model: textOrNull('Model'),
    ver_software: textOrNull('Software version'),
    ver_hardware: textOrNull('Hardware version'),
    ver_firmware: T.Optional(textOrNull('Firmware version')),
    model_id: T.Optional(textOrNull('Model id')),
    omcc_version: T.Optional(textOrNull('OMCC version')),
    versions: T.Optional(
      T.Array(
        closed({
          image_num: T.Integer({ description: 'Number of the image' }),
          version: textOrNull('Version'),
          active: booleanOrNull('Image in use'),
          valid: booleanOrNull('Image can be started'),
          committed: booleanOrNull('Image in use after a restart'),
        }),
        { description: 'Software images in the ONU' },
      ),
    ),
  }),
  example: [
    {
      interface: exampleOnu,
      vendor: 'ZTEG',
      model: 'F660',
      ver_software: 'V6.0.10',
      ver_hardware: 'V6.0',
      ver_firmware: null,
    },
  ],
})
