/** Writes what ITU-T H.264 §7.2 calls u(n), ue(v) and se(v). */
export class BitWriter {
  readonly #bytes: number[] = []
  #pending = 0
  #filled = 0

  u(bits: number, value: number): this {
    for (let bit = bits - 1; bit >= 0; bit--) {
      this.#pending = (this.#pending << 1) | ((value >> bit) & 1)
      this.#filled += 1
      if (this.#filled === 8) this.#flush()
    }
    return this
  }

  /** Unsigned Exp-Golomb (§9.1). */
  ue(value: number): this {
    const bits = 32 - Math.clz32(value + 1)
    return this.u(bits - 1, 0).u(bits, value + 1)
  }

  /** Signed Exp-Golomb (§9.1.1): the order is 0, 1, -1, 2, -2. */
  se(value: number): this {
    return this.ue(value > 0 ? 2 * value - 1 : -2 * value)
  }

  /** pcm_alignment_zero_bit, up to the next byte. */
  align(): this {
    return this.#filled === 0 ? this : this.u(8 - this.#filled, 0)
  }

  /** rbsp_trailing_bits (§7.3.2.11), then everything written. */
  finish(): number[] {
    this.u(1, 1).align()
    return this.#bytes
  }

  #flush(): void {
    this.#bytes.push(this.#pending)
    this.#pending = 0
    this.#filled = 0
  }
}
