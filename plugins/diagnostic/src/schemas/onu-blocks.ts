import {
  ponOntsConfiguration,
  ponOntsDownHistory,
  ponOntsOptical,
  ponOntsReasons,
  ponOntsStatus,
  ponOntsVendor,
  ponProfiles,
  uniInterfacesStatus,
  uniInterfacesVlans,
} from '@linecard/driver-kit/modules'
import { Type as T, type TObject, type TProperties } from 'typebox'
import { closedObject } from '@linecard/plugin-kit'
import { block, rowFieldsOf, optionalFields, rowOf } from './block.ts'

const unisOf = (module: typeof uniInterfacesStatus | typeof uniInterfacesVlans) =>
  rowOf(module as typeof uniInterfacesStatus).properties.unis.items

const { num: _num, ...uniStatus } = optionalFields(unisOf(uniInterfacesStatus) as TObject<TProperties>)
const {
  num: _also,
  pvid_mode: mode,
  ...uniVlans
} = optionalFields(unisOf(uniInterfacesVlans) as TObject<TProperties>)
const { status, bind_status, admin_state, conf_status, _onu_disabled } = rowOf(ponOntsStatus).properties

/** The blocks that only ONUs have. */
export const onuBlocks = {
  vendor: block(
    closedObject(rowFieldsOf(ponOntsVendor), { $id: 'diagnostic.OnuVendor' }),
    'Vendor, model and versions of an ONU',
  ),
  status: block(
    closedObject(
      {
        online: status,
        bind: T.Optional(bind_status),
        admin: T.Optional(admin_state),
        _conf_status: T.Optional(conf_status),
        _onu_disabled: T.Optional(_onu_disabled),
      },
      { $id: 'diagnostic.OnuStatus' },
    ),
    'State of an ONU',
  ),
  uni: block(
    T.Array(
      closedObject(
        { num: T.Integer({ description: 'Number of the port' }), ...uniStatus, ...uniVlans, mode: mode! },
        { $id: 'diagnostic.OnuPort' },
      ),
    ),
    'Ethernet ports of an ONU',
  ),
  ident: block(
    closedObject({ value: T.String(), type: T.Enum(['MAC', 'SERIAL']) }),
    'Identity of an ONU: its MAC address or serial number',
  ),
  reasons: block(
    closedObject(
      {
        ...rowFieldsOf(ponOntsReasons),
        history_table: T.Optional(
          T.Array(closedObject(optionalFields(rowOf(ponOntsDownHistory).properties.logs.items))),
        ),
      },
      { $id: 'diagnostic.OnuReasons' },
    ),
    'When an ONU registered and deregistered, and why',
  ),
  optical: block(
    closedObject(rowFieldsOf(ponOntsOptical), { $id: 'diagnostic.OnuOptical' }),
    'Optical power of an ONU and at the OLT',
  ),
  configuration: block(
    closedObject(rowFieldsOf(ponOntsConfiguration), { $id: 'diagnostic.OnuConfiguration' }),
    'How an ONU is provisioned',
  ),
  profiles: block(
    closedObject(optionalFields(ponProfiles.result), { $id: 'diagnostic.Profiles' }),
    'Profiles of the OLT',
  ),
}
