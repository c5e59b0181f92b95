import type { Raster } from '../drawing/raster.ts'
import { BitWriter } from './bit-writer.ts'
import { cutIntoMacroblocks, type Macroblocks } from './macroblocks.ts'

/** How far the picture has moved to the right, in pixels, `seconds` after the start and `line` pixels from the top. */
type Sway = (seconds: number, line: number) => number

export type Clip = { picture: Raster; seconds: number; fps: number; sway: Sway }

export type H264Stream = {
  codec: string
  /** AVCDecoderConfigurationRecord (ISO/IEC 14496-15 §5.3.3.1). */
  description: Buffer
  /** One access unit a frame, each NAL unit behind its 4-byte length; the first is the only key frame. */
  frames: Buffer[]
}

const PROFILE_IDC = 66
const CONSTRAINT_SET_FLAGS = 0b1100_0000
const LEVEL_IDC = 31
const LEVEL_MAX_MACROBLOCKS = 3600
const NAL_SLICE = 1
const NAL_IDR_SLICE = 5
const NAL_SPS = 7
const NAL_PPS = 8
const SLICE_TYPE_P = 5
const SLICE_TYPE_I = 7
const MB_TYPE_I_PCM = 25
const MB_TYPE_P_L0_L0_16X8 = 1
const POC_LSB_BITS = 16
const BT709 = 1

/**
 * The smallest useful H.264 encoder (Constrained Baseline), because nothing on npm encodes H.264 without a foreign
 * binary. Frame 0 holds the picture's samples as they are (I_PCM). Each later frame only moves it sideways, in bands of
 * 8 lines, to a quarter of a pixel. Every row of macroblocks is a slice of its own: a motion vector is then predicted
 * from the left neighbour alone, and a skipped macroblock (P_Skip) stands still. Names are those of ITU-T H.264 §7.3.
 * Throws RangeError on a picture with an odd side or above level 3.1 (3600 macroblocks).
 */
export function encodeH264({ picture, seconds, fps, sway }: Clip): H264Stream {
  const blocks = cutIntoMacroblocks(picture)
  if (picture.width % 2 || picture.height % 2) throw new RangeError('4:2:0 needs even sides')
  if (blocks.columns * blocks.rows > LEVEL_MAX_MACROBLOCKS) throw new RangeError('The picture exceeds level 3.1')

  const accessUnit = (slice: (row: number) => Buffer) =>
    Buffer.concat(Array.from({ length: blocks.rows }, (_, row) => withLength(slice(row), 4)))
  const frames = [accessUnit((row) => pictureSlice(blocks, row))]
  for (let frame = 1; frame < Math.round(seconds * fps); frame++) {
    const mvx = (line: number) => -Math.round(4 * sway(frame / fps, line))
    const moved = (row: number): Moved => ({ frame, row, upper: mvx(row * 16), lower: mvx(row * 16 + 8) })
    frames.push(accessUnit((row) => movedSlice(blocks, moved(row))))
  }
  const profile = Buffer.from([PROFILE_IDC, CONSTRAINT_SET_FLAGS, LEVEL_IDC])
  return { codec: `avc1.${profile.toString('hex')}`, description: decoderConfiguration(picture, profile), frames }
}

function decoderConfiguration(picture: Raster, profile: Buffer): Buffer {
  const oneSet = (set: Buffer) => [Buffer.from([0xe1]), withLength(set, 2)]
  const pps = [Buffer.from([1]), withLength(pictureParameterSet(), 2)]
  return Buffer.concat([
    Buffer.from([1]),
    profile,
    Buffer.from([0xff]),
    ...oneSet(sequenceParameterSet(picture)),
    ...pps,
  ])
}

function sequenceParameterSet({ width, height }: Raster): Buffer {
  const columns = Math.ceil(width / 16)
  const rows = Math.ceil(height / 16)
  const sps = new BitWriter().u(8, PROFILE_IDC).u(8, CONSTRAINT_SET_FLAGS).u(8, LEVEL_IDC)
  sps.ue(0) // seq_parameter_set_id
  sps.ue(0) // log2_max_frame_num_minus4
  sps.ue(0).ue(POC_LSB_BITS - 4) // pic_order_cnt_type, log2_max_pic_order_cnt_lsb_minus4
  sps.ue(1).u(1, 0) // max_num_ref_frames, gaps_in_frame_num_value_allowed_flag
  sps.ue(columns - 1).ue(rows - 1) // pic_width_in_mbs_minus1, pic_height_in_map_units_minus1
  sps.u(1, 1).u(1, 1) // frame_mbs_only_flag, direct_8x8_inference_flag
  sps.u(1, 1).ue(0) // frame_cropping_flag, frame_crop_left_offset
  sps.ue((columns * 16 - width) / 2) // frame_crop_right_offset
  sps.ue(0).ue((rows * 16 - height) / 2) // frame_crop_top_offset, frame_crop_bottom_offset
  sps.u(1, 1) // vui_parameters_present_flag
  sps.u(1, 0).u(1, 0) // aspect_ratio_info_present_flag, overscan_info_present_flag
  sps.u(1, 1).u(3, 5).u(1, 0) // video_signal_type_present_flag, video_format, video_full_range_flag
  sps.u(1, 1).u(8, BT709).u(8, BT709).u(8, BT709) // colour_description: primaries, transfer, matrix
  sps.u(1, 0).u(1, 0) // chroma_loc_info_present_flag, timing_info_present_flag
  sps.u(1, 0).u(1, 0).u(1, 0) // nal_hrd, vcl_hrd, pic_struct_present_flag
  sps.u(1, 1).u(1, 1) // bitstream_restriction_flag, motion_vectors_over_pic_boundaries_flag
  sps.ue(0).ue(0).ue(13).ue(9) // max_bytes_per_pic_denom, max_bits_per_mb_denom, log2_max_mv_length (x, y)
  sps.ue(0).ue(1) // max_num_reorder_frames, max_dec_frame_buffering
  return nalUnit(3, NAL_SPS, sps)
}

function pictureParameterSet(): Buffer {
  const pps = new BitWriter().ue(0).ue(0) // pic_parameter_set_id, seq_parameter_set_id
  pps.u(1, 0).u(1, 0).ue(0) // entropy_coding_mode_flag, bottom_field_pic_order…, num_slice_groups_minus1
  pps.ue(0).ue(0) // num_ref_idx_l0_default_active_minus1, num_ref_idx_l1_default_active_minus1
  pps.u(1, 0).u(2, 0) // weighted_pred_flag, weighted_bipred_idc
  pps.se(0).se(0).se(0) // pic_init_qp_minus26, pic_init_qs_minus26, chroma_qp_index_offset
  pps.u(1, 1).u(1, 0).u(1, 0) // deblocking_filter_control_present_flag, constrained_intra_pred, redundant_pic_cnt
  return nalUnit(3, NAL_PPS, pps)
}

function pictureSlice({ columns, samples }: Macroblocks, row: number): Buffer {
  const slice = new BitWriter()
    .ue(row * columns)
    .ue(SLICE_TYPE_I)
    .ue(0) // first_mb_in_slice, slice_type, pps id
  slice.u(4, 0).ue(0).u(POC_LSB_BITS, 0) // frame_num, idr_pic_id, pic_order_cnt_lsb
  slice.u(1, 0).u(1, 0) // no_output_of_prior_pics_flag, long_term_reference_flag
  slice.se(0).ue(1) // slice_qp_delta, disable_deblocking_filter_idc
  for (let column = 0; column < columns; column++) {
    slice.ue(MB_TYPE_I_PCM).align()
    for (const sample of samples(column, row)) slice.u(8, sample)
  }
  return nalUnit(3, NAL_IDR_SLICE, slice)
}

/** Horizontal motion vectors of a row's upper and lower 8 lines, in quarters of a pixel. */
type Moved = { frame: number; row: number; upper: number; lower: number }

function movedSlice({ columns }: Macroblocks, { frame, row, upper, lower }: Moved): Buffer {
  const slice = new BitWriter()
    .ue(row * columns)
    .ue(SLICE_TYPE_P)
    .ue(0) // first_mb_in_slice, slice_type, pps id
  slice.u(4, 1).u(POC_LSB_BITS, 2 * frame) // frame_num: 1, as only frame 0 is ever referred to; pic_order_cnt_lsb
  slice.u(1, 0).u(1, 0) // num_ref_idx_active_override_flag, ref_pic_list_modification_flag_l0
  slice.se(0).ue(1) // slice_qp_delta, disable_deblocking_filter_idc
  if (upper === 0 && lower === 0) return nalUnit(0, NAL_SLICE, slice.ue(columns)) // mb_skip_run
  for (let column = 0; column < columns; column++) {
    const first = column === 0
    slice.ue(0).ue(MB_TYPE_P_L0_L0_16X8) // mb_skip_run, mb_type
    slice.se(first ? upper : 0).se(0) // mvd_l0 of the upper half: x, y
    slice.se(first ? lower - upper : 0).se(0) // mvd_l0 of the lower half, predicted from the upper in the first column
    slice.ue(0) // coded_block_pattern: no residual
  }
  return nalUnit(0, NAL_SLICE, slice)
}

function nalUnit(nalRefIdc: number, nalUnitType: number, rbsp: BitWriter): Buffer {
  const bytes = [(nalRefIdc << 5) | nalUnitType]
  let zeros = 0
  for (const byte of rbsp.finish()) {
    if (zeros === 2 && byte <= 3) {
      bytes.push(3) // emulation_prevention_three_byte
      zeros = 0
    }
    bytes.push(byte)
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return Buffer.from(bytes)
}

function withLength(nal: Buffer, bytes: 2 | 4): Buffer {
  const length = Buffer.alloc(bytes)
  length.writeUIntBE(nal.length, 0, bytes)
  return Buffer.concat([length, nal])
}
