import { AV_BUFFERSRC_FLAG_KEEP_REF, type AVSampleFormat } from 'node-av/constants'
import {
  avGetSampleFmtName,
  FFmpegError,
  Filter,
  type FilterContext,
  FilterGraph,
  Frame,
  type Rational,
} from 'node-av/lib'

/** An FFmpeg filter and its options in FFmpeg's notation: `['scale', 'w=480:h=270']`. */
export type FilterStep = [name: string, options: string]

/** A chain of FFmpeg filters for frames or audio. Each input yields any number of outputs. */
export class FilterChain implements Disposable {
  readonly #graph = new FilterGraph()
  readonly #source: FilterContext
  readonly #sink: FilterContext
  readonly #out = new Frame()

  /**
   * Creates a chain.
   *
   * @param sample A frame with the format of the later ones.
   * @param timeBase Unit of the timestamps, in seconds.
   */
  constructor(filters: FilterStep[], sample: Frame, timeBase: Rational) {
    this.#graph.alloc()
    this.#out.alloc()
    this.#source = this.#addSource(sample, timeBase)
    this.#sink = filters.reduce((last, filter) => this.#addAfter(last, filter), this.#source)
    this.#sink = this.#addAfter(this.#sink, [sample.isAudio() ? 'abuffersink' : 'buffersink', ''])
    FFmpegError.throwIfError(this.#graph.configSync(), 'configuring filters')
  }

  get timeBase(): Rational {
    return this.#sink.buffersinkGetTimeBase()
  }

  get frameRate(): Rational {
    return this.#sink.buffersinkGetFrameRate()
  }

  /**
   * Filters one frame.
   *
   * @param frame Stays the caller's; `null` at the end. Each yielded frame is valid until the next one.
   */
  *run(frame: Frame | null): Generator<Frame> {
    FFmpegError.throwIfError(this.#source.buffersrcAddFrameSync(frame, AV_BUFFERSRC_FLAG_KEEP_REF), 'filtering')
    while (this.#sink.buffersinkGetFrameSync(this.#out) >= 0) {
      yield this.#out
      this.#out.unref()
    }
  }

  [Symbol.dispose](): void {
    this.#out.free()
    this.#graph.free()
  }

  #addSource(sample: Frame, timeBase: Rational): FilterContext {
    if (sample.isAudio()) return this.#addAudioSource(sample, timeBase)
    const source = this.#graph.allocFilter(filterNamed('buffer'), 'source')
    if (!source) throw new Error('FFmpeg made no frame source')
    const { width, height, format, colorRange, colorSpace } = sample
    const shape = { width, height, format, colorRange, colorSpace, sampleAspectRatio: { num: 1, den: 1 }, timeBase }
    FFmpegError.throwIfError(source.buffersrcParametersSet(shape), 'describing frames')
    FFmpegError.throwIfError(source.init(null), 'starting the frame source')
    return source
  }

  /** Adds a source of audio. Its format is given as text, because the structured form rejects some channel layouts. */
  #addAudioSource(
    { format, sampleRate, channels, channelLayout: { mask } }: Frame,
    { num, den }: Rational,
  ): FilterContext {
    const sampleFormat = avGetSampleFmtName(format as AVSampleFormat)
    const layout = mask === 0n ? `${channels}C` : `0x${mask.toString(16)}`
    const options = `time_base=${num}/${den}:sample_rate=${sampleRate}:sample_fmt=${sampleFormat}:channel_layout=${layout}`
    const source = this.#graph.createFilter(filterNamed('abuffer'), 'source', options)
    if (!source) throw new Error(`FFmpeg refused an audio source of ${options}`)
    return source
  }

  #addAfter(last: FilterContext, [name, options]: FilterStep): FilterContext {
    const next = this.#graph.createFilter(filterNamed(name), `${name}${this.#graph.nbFilters}`, options || null)
    if (!next) throw new Error(`FFmpeg refused the filter ${name}=${options}`)
    FFmpegError.throwIfError(last.link(0, next, 0), `linking ${name}`)
    return next
  }
}

function filterNamed(name: string): Filter {
  const filter = Filter.getByName(name)
  if (!filter) throw new Error(`This FFmpeg lacks the filter ${name}`)
  return filter
}
