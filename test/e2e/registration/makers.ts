import type { OltPlan } from '../olts/world.ts'
import { exampleTemplate, type TemplateBody } from './template.ts'

/** What a maker needs to show its points. */
export interface RegistrationPoints {
  template: TemplateBody
  /** By the key of the parameter: a text, or the label or value of a choice. */
  params: Readonly<Record<string, string>>
  /** PON port as the simulator calls it. */
  port: string
  /** Type of the ONUs that are connected. */
  type: string
  /** Ident of the nth ONU, as the unregistered list shows it. */
  ident(nth: number): string
  /** Another PON port, for moves; absent: the family has no moves here. */
  other?: string
}

/** A kind of OLT, with the example for it. */
export interface MakerOlt extends OltPlan {
  /** A word for the names of tests and devices. */
  name: string
  points: RegistrationPoints
}

const console = { enable: 'en-4kQ2' }
const numbered = (start: string) => (nth: number) => start + nth.toString(16).toUpperCase().padStart(2, '0')
const name = 'contract-7'

/** The OLTs on which registrations are shown. */
export const makers = {
  zte: [
    {
      name: 'C320',
      vendor: 'zte',
      model: 'C320',
      points: {
        template: exampleTemplate('zte-fw21-bridge'),
        params: { name, vlan: '100', tcont: 'UP-100M', traffic: 'DOWN-100M' },
        port: 'gpon_1/1/1',
        other: 'gpon_1/1/2',
        type: 'F660',
        ident: numbered('ZTEG0A0000'),
      },
    },
  ],
  zteC600: [
    {
      name: 'C600',
      vendor: 'zte',
      model: 'C600',
      points: {
        template: exampleTemplate('zte-c600-bridge'),
        params: { name, type: 'F660', vlan: '100', tcont: 'UP-1G', traffic: 'DOWN-1G' },
        port: 'gpon_olt-1/3/1',
        type: 'F660',
        ident: numbered('ZTEG0A0000'),
      },
    },
  ],
  huawei: [
    {
      name: 'MA5800',
      vendor: 'huawei',
      model: 'MA5800-X7',
      points: {
        template: exampleTemplate('huawei-gpon-bridge'),
        params: { name, vlan: '100', line: 'LINE-INTERNET', srv: 'SRV-BRIDGE' },
        port: 'GPON 0/1/0',
        type: 'EG8145V5',
        ident: numbered('HWTC0A0000'),
      },
    },
    {
      name: 'MA5680T, EPON',
      vendor: 'huawei',
      model: 'MA5680T/EPON',
      points: {
        template: exampleTemplate('huawei-epon-bridge'),
        params: { name, vlan: '100', line: '10', srv: '10' },
        port: 'EPON 0/2/0',
        type: 'EG8145V5',
        ident: numbered('00:D1:9A:01:03:'),
      },
    },
  ],
  bdcom: [
    {
      name: 'P3310C',
      vendor: 'bdcom',
      model: 'P3310C',
      console,
      points: {
        template: exampleTemplate('bdcom-epon-bridge'),
        params: { name, vlan: '200' },
        port: 'EPON0/1',
        type: 'F660',
        ident: numbered('84:79:73:00:00:'),
      },
    },
    {
      name: 'GP3600-08',
      vendor: 'bdcom',
      model: 'GP3600-08',
      console,
      points: {
        template: exampleTemplate('bdcom-gpon-bridge'),
        params: { name, vlan: '3', flow: '1' },
        port: 'GPON0/1',
        type: 'F660',
        ident: numbered('ZTEG0A0000'),
      },
    },
  ],
  cdata: [
    {
      name: 'FD1208S',
      vendor: 'cdata',
      model: 'FD1208S',
      console,
      points: {
        template: exampleTemplate('cdata-epon-bridge'),
        params: { name, vlan: '200', line: '1', srv: '1' },
        port: 'pon0/0/1',
        type: 'FD514GD',
        ident: numbered('84:79:73:00:00:'),
      },
    },
    {
      name: 'FD1608S',
      vendor: 'cdata',
      model: 'FD1608S',
      console,
      points: {
        template: exampleTemplate('cdata-gpon-bridge'),
        params: { name, vlan: '200', line: '1', srv: '1' },
        port: 'gpon 0/0/1',
        type: 'FD514GD',
        ident: numbered('CDTC0A0000'),
      },
    },
  ],
  vsol: [
    {
      name: 'V1600D8',
      vendor: 'vsol',
      model: 'V1600D8',
      console,
      points: {
        template: exampleTemplate('vsol-epon-bridge'),
        params: { name, vlan: '200' },
        port: 'EPON0/1',
        type: 'F660',
        ident: numbered('84:79:73:00:00:'),
      },
    },
    {
      name: 'V1600G1B',
      vendor: 'vsol',
      model: 'V1600G1B',
      console,
      points: {
        template: exampleTemplate('vsol-gpon-bridge'),
        params: { name, vlan: '200', dba: '1' },
        port: 'GPON0/1',
        type: 'F660',
        ident: numbered('VSOL0A0000'),
      },
    },
  ],
} as const satisfies Record<string, readonly MakerOlt[]>
