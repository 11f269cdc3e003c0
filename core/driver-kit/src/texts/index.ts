export { charsets, createStreamDecoder, decodeOctets, encodeAs, type Charset } from './charsets.ts'
export {
  createCharsetMemory,
  encodeText,
  withTexts,
  writtenCharset,
  type CharsetMemory,
  type DeviceTexts,
} from './device-texts.ts'
