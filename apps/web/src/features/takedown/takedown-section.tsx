import type { ReactNode } from 'react'

type Props = { title: string; children: ReactNode }

/** A part of the form that is read as one group. */
export const TakedownSection = ({ title, children }: Props) => (
  <fieldset className="min-w-0 rounded-card border border-line bg-panel p-5 sm:p-6">
    {/* Floated, the legend leaves the border and stands in the card as a heading does. */}
    <legend className="float-left mb-5 w-full text-lg leading-tight font-bold tracking-tight">{title}</legend>
    <div className="clear-both flex flex-col gap-5">{children}</div>
  </fieldset>
)
