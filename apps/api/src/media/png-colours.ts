import { inflateSync } from 'node:zlib'
import { AppError } from '../domain/errors.ts'
import { type Curve, makeProfile, type Primaries, SRGB_CURVE, SRGB_PRIMARIES } from './icc-profile.ts'

const D65 = [0.3127, 0.329]
/** Of ITU-T H.273, table 2, by code. */
const PRIMARIES: Readonly<Record<number, Primaries>> = {
  1: SRGB_PRIMARIES,
  4: [0.31, 0.316, 0.67, 0.33, 0.21, 0.71, 0.14, 0.08],
  5: [...D65, 0.64, 0.33, 0.29, 0.6, 0.15, 0.06],
  6: [...D65, 0.63, 0.34, 0.31, 0.595, 0.155, 0.07],
  7: [...D65, 0.63, 0.34, 0.31, 0.595, 0.155, 0.07],
  8: [0.31, 0.316, 0.681, 0.319, 0.243, 0.692, 0.145, 0.049],
  9: [...D65, 0.708, 0.292, 0.17, 0.797, 0.131, 0.046],
  11: [0.314, 0.351, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06],
  12: [...D65, 0.68, 0.32, 0.265, 0.69, 0.15, 0.06],
  22: [...D65, 0.63, 0.34, 0.295, 0.605, 0.155, 0.077],
}

const powerCurve = (exponent: number): Curve => [exponent, 1, 0, 0, 0]
/** Of ITU-R BT.1886, which browsers take for all that television has used. */
const BT709 = powerCurve(2.4)
/** Of ITU-T H.273, table 3, by code. */
const CURVES: Readonly<Record<number, Curve>> = {
  ...{ 1: BT709, 6: BT709, 11: BT709, 14: BT709, 15: BT709 },
  4: powerCurve(2.2),
  5: powerCurve(2.8),
  7: [1 / 0.45, 1 / 1.1115, 0.1115 / 1.1115, 1 / 4, 0.0912],
  8: powerCurve(1),
  13: SRGB_CURVE,
  17: [2.6, (52.37 / 48) ** (1 / 2.6), 0, 0, 0],
}

/** Transfers of HDR, which browsers darken for each screen. */
const HDR = [16, 18]

/** The content of the first chunk with a name. */
type FindChunk = (name: string) => Buffer | undefined

const makeCicpProfile = (chunk: Buffer, isGrey: boolean) => {
  const [primaries = 0, transfer = 0, matrix, fullRange] = chunk
  const lights = PRIMARIES[primaries]
  if (!lights || matrix !== 0 || fullRange !== 1) return undefined
  if (HDR.includes(transfer))
    throw new AppError('unsupported_type', 'HDR images are not accepted. Please save the image in standard range')
  const curve = CURVES[transfer]
  return curve && makeProfile(lights, curve, isGrey)
}

const UNIT = 100_000
/** How far the exponent of sRGB may be missed: browsers take such a picture as it is. */
const TOLERANCE = 0.05

const makeGammaProfile = (gama: Buffer, chrm: Buffer | undefined, isGrey: boolean) => {
  const gamma = gama.readUInt32BE() / UNIT
  if (gamma === 0 || (!chrm && Math.abs(2.2 * gamma - 1) < TOLERANCE)) return undefined
  const primaries = chrm && Array.from({ length: 8 }, (_, index) => chrm.readUInt32BE(4 * index) / UNIT)
  return makeProfile(primaries ?? SRGB_PRIMARIES, powerCurve(1 / gamma), isGrey)
}

/** Bytes of a profile: those of printers have a few million. */
const PROFILE_MAX = 16 * 1024 * 1024

/** Browsers pass over a chunk that has no profile in it. */
const hasProfile = (iccp: Buffer | undefined) => {
  try {
    const profile = iccp && inflateSync(iccp.subarray(iccp.indexOf(0) + 2), { maxOutputLength: PROFILE_MAX })
    return profile?.toString('latin1', 36, 40) === 'acsp'
  } catch {
    return false
  }
}

/**
 * The profile that a PNG needs to look as in browsers, which take the first of cICP, iCCP, sRGB and gAMA with cHRM.
 * Undefined where it has the right one, or is in sRGB.
 * @throws AppError `unsupported_type` for HDR
 */
export const findMissingProfile = (find: FindChunk, isGrey: boolean): Buffer | undefined => {
  const cicp = find('cICP')
  const profile = cicp && makeCicpProfile(cicp, isGrey)
  if (profile || hasProfile(find('iCCP')) || find('sRGB')) return profile
  const gama = find('gAMA')
  return gama && makeGammaProfile(gama, find('cHRM'), isGrey)
}
