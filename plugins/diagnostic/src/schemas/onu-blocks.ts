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
import { closedObject, nullable } from '@linecard/plugin-kit'
import { block, rowFieldsOf, presentFields, rowOf } from './block.ts'

const unisOf = (module: typeof uniInterfacesStatus | typeof uniInterfacesVlans) =>
  rowOf(module as typeof uniInterfacesStatus).properties.unis.items

const { num: _num, ...uniStatus } = presentFields(unisOf(uniInterfacesStatus) as TObject<TProperties>)
const {
  num: _also,
  pvid_mode: mode,
  ...uniVlans
} = presentFields(unisOf(uniInterfacesVlans) as TObject<TProperties>)
/** Fields of a UNI. */
export const uniFields = {
  num: T.Integer({ description: 'Number of the port' }),
  ...uniStatus,
  ...uniVlans,
  mode: mode!,
}
const { status, bind_status, admin_state } = rowOf(ponOntsStatus).properties

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
        bind: bind_status,
        admin: admin_state,
        _conf_status: nullable(T.String({ description: "State of the configuration in the vendor's words" })),
        _onu_disabled: nullable(T.String({ description: "Vendor's code for a disabled ONU" })),
      },
      { $id: 'diagnostic.OnuStatus' },
    ),
    'State of an ONU',
  ),
  uni: block(T.Array(closedObject(uniFields, { $id: 'diagnostic.OnuPort' })), 'Ethernet ports of an ONU'),
  ident: block(
    closedObject({ value: T.String(), type: T.Enum(['MAC', 'SERIAL']) }),
    'Identity of an ONU: its MAC address or serial number',
  ),
  reasons: block(
    closedObject(
      {
        ...rowFieldsOf(ponOntsReasons),
        history_table: nullable(
          T.Array(closedObject(presentFields(rowOf(ponOntsDownHistory).properties.logs.items))),
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
    closedObject(presentFields(ponProfiles.result), { $id: 'diagnostic.Profiles' }),
    'Profiles of the OLT',
  ),
}
