import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const made = Buffer.alloc(body.length + 8)
  made.writeUInt32BE(data.length)
  body.copy(made, 4)
  made.writeUInt32BE(crc32(body), body.length + 4)
  return made
}

/** A PNG whose header says so many pixels, with hardly any data behind it. */
export function bombPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#336699',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })

/** A photo as a phone takes it: on its side, with camera, place and a comment. */
export const photo = (): Promise<Buffer> =>
  noise(600, 400)
    .withExif({
      IFD0: { Make: '~camera~', Orientation: '6' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '50/1 27/1 0/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '30/1 31/1 0/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

export async function animation(frames: number, size = 40): Promise<Buffer> {
  const pictures = await Promise.all(
    Array.from({ length: frames }, (_, n) =>
      sharp({
        create: {
          width: size,
          height: size,
          channels: 3,
          background: { r: (n * 40) % 256, g: 255 - ((n * 40) % 256), b: 90 },
        },
      })
        .png()
        .toBuffer(),
    ),
  )
  return sharp(pictures, { join: { animated: true } })
    .gif({ loop: 0, delay: pictures.map(() => 100) })
    .toBuffer()
}

export const pdf = (inside = ''): Buffer =>
  Buffer.from(
    `%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog ${inside} >>\nendobj\ntrailer\n<< /Root 1 0 R >>\nstartxref\n9\n%%EOF\n`,
    'latin1',
  )

/** An empty ZIP: its end record alone, with a comment. */
export function zip(comment = ''): Buffer {
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(comment.length, 20)
  return Buffer.concat([end, Buffer.from(comment, 'latin1')])
}
