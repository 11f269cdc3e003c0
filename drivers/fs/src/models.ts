import type { Model } from '@linecard/driver-kit'
import { fs, fsos, gbn } from './families.ts'

/** FS sells switches of several makers; the sysObjectID says whose software it is. GBN sells under its own name as well: sysDescr tells. */
export const models: readonly Model[] = [
  { key: 'fs_data_centre', name: 'FS data centre and campus switch', type: 'SWITCH', family: 'data-centre', detect: { objectId: `${fs}.1.1.10.1` } },
  { key: 'fs_s3900', name: 'FS S3900', type: 'SWITCH', family: 's3900', detect: { objectId: `${fs}.2.1.45` } },
  { key: 'fs_gbn', name: 'FS S2800, S3800', type: 'SWITCH', family: 'gbn', detect: { objectId: gbn, descr: /^FS Switch$/ } },
  { key: 'fs_s5800', name: 'FS S5800', type: 'SWITCH', family: 'fsos', detect: { objectId: fsos } },
  { key: 'fs_switch', name: 'FS switch', type: 'SWITCH', family: 'standard', detect: { objectId: fs } },
]
