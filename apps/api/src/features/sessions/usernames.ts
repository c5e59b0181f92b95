import { randomInt } from 'node:crypto'

const ADJECTIVES =
  'Amber Bold Brave Breezy Bright Bubbly Calm Cheery Clever Cosmic Cosy Crisp Dandy Daring Dreamy Eager Fancy Fluffy Gentle Glad Golden Happy Honest Humble Jazzy Jolly Keen Kind Lively Lucky Lunar Mellow Merry Mighty Misty Nimble Noble Peachy Perky Plucky Polite Proud Quick Quiet Rosy Royal Rustic Shiny Silver Sleek Snappy Snug Solar Sparkly Spry Sunny Swift Tidy Velvet Vivid Warm Witty Zany Zesty'.split(
    ' ',
  )
const ANIMALS =
  'Badger Bear Beaver Bison Bunny Camel Cat Cheetah Cougar Crane Deer Dingo Dolphin Eagle Falcon Ferret Finch Fox Gecko Gibbon Goose Hare Hawk Heron Hippo Ibis Jackal Jaguar Kiwi Koala Lark Lemur Leopard Llama Lynx Magpie Marmot Marten Moose Newt Ocelot Okapi Osprey Otter Owl Panda Parrot Pelican Penguin Puffin Quail Rabbit Raven Robin Seal Sparrow Stork Swan Tapir Tiger Toucan Turtle Walrus Wombat'.split(
    ' ',
  )

const pick = (words: readonly string[]) => words[randomInt(words.length)]

/** Two words and a number, such as SunnyOtter42. Each further attempt has ten times as many numbers. */
export const randomUsername = (attempt: number) => {
  const low = 10 ** Math.min(attempt, 8)
  return `${pick(ADJECTIVES)}${pick(ANIMALS)}${randomInt(low, low * 10)}`
}
