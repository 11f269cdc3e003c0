import {
  implement,
  integer,
  map,
  readScalars,
  table,
  timeticks,
  truth,
  type Implementation,
} from '@linecard/driver-kit'
import { durationText } from '@linecard/driver-kit/builders'
import { ponOntsReasons, ponOntsVendor, refOf } from '@linecard/driver-kit/modules'
import { onusFor, readOnus, type Olt } from '@linecard/driver-kit/onus'
import { label } from '../columns.ts'
import { byIfIndex } from '../index-map.ts'
import { ifOper } from './common.ts'
import { onuEntry, reason } from './gpon.ts'

const image = (first: number) => ({
  version: label(`${onuEntry}.${first}`),
  valid: truth(`${onuEntry}.${first + 1}`),
  active: truth(`${onuEntry}.${first + 2}`),
  committed: truth(`${onuEntry}.${first + 3}`),
})
const [first, second] = [image(20), image(24)]
const facts = table({
  vendor: label(`${onuEntry}.2`),
  version: label(`${onuEntry}.3`),
  equipment: label(`${onuEntry}.9`),
  omcc: map(integer(`${onuEntry}.10`), value => `0x${value.toString(16).toUpperCase()}`),
  version0: first.version,
  valid0: first.valid,
  active0: first.active,
  committed0: first.committed,
  version1: second.version,
  valid1: second.valid,
  active1: second.active,
  committed1: second.committed,
})

/** pon_onts_vendor: what ONUs report by OMCI, with both software images. */
export const gponVendors = (olt: Olt): Implementation =>
  implement(ponOntsVendor, async (session, args) => {
    const { onus, read } = await onusFor(session, olt, args.interface)
    const rows = await readOnus(session, olt, { columns: facts, index: byIfIndex(olt.places) }, read)
    return onus.map(one => {
      const row = rows.get(one.id)
      const versions = row
        ? [
            {
              image_num: 0,
              version: row.version0,
              active: row.active0,
              valid: row.valid0,
              committed: row.committed0,
            },
            {
              image_num: 1,
              version: row.version1,
              active: row.active1,
              valid: row.valid1,
              committed: row.committed1,
            },
          ].filter(({ version }) => version !== null)
        : []
      return {
        interface: refOf(one),
        vendor: row?.vendor ?? null,
        model: row?.equipment ?? null,
        ver_software: versions.find(({ active }) => active === true)?.version ?? null,
        ver_hardware: row?.version ?? null,
        ver_firmware: null,
        omcc_version: row?.omcc ?? null,
        versions,
      }
    })
  })

const upTime = table({ now: timeticks('1.3.6.1.2.1.1.3.0') })
const changes = table({ reason, oper: ifOper, changed: timeticks('1.3.6.1.2.1.2.2.1.9') })

/**
 * pon_onts_reasons. The OLT tells no times of registration. ifLastChange says how long the link of an ONU has
 * been as it is; null after the counter of the OLT's own time started again.
 */
export const gponReasons = (olt: Olt): Implementation =>
  implement(ponOntsReasons, async (session, args) => {
    const { onus, read } = await onusFor(session, olt, args.interface)
    const rows = await readOnus(session, olt, { columns: changes, index: byIfIndex(olt.places) }, read)
    const { now } = rows.size > 0 ? await readScalars(session, upTime) : { now: null }
    return onus.map(one => {
      const { reason: last = null, oper = null, changed = null } = rows.get(one.id) ?? {}
      const since = now !== null && changed !== null && changed > 0 && changed <= now ? now - changed : null
      return {
        interface: refOf(one),
        last_down_reason: last,
        last_reg: null,
        last_reg_since: oper === 'Up' && since !== null ? durationText(since) : null,
        last_reg_since_sec: oper === 'Up' ? since : null,
        last_dereg: null,
        last_dereg_since: oper === 'Down' && since !== null ? durationText(since) : null,
        last_dereg_since_sec: oper === 'Down' ? since : null,
        alive_time: oper === 'Up' ? since : null,
      }
    })
  })
