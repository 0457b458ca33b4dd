/** Sentence templates for each kind of subject that a document can be about. */

/** The names and numbers to fill in. */
export interface Subject {
  name: string;
  person: string;
  other: string;
  year: number;
  /** 3 to 92. */
  small: number;
  /** 40 to 939. */
  medium: number;
  /** 2,000 to 91,999. */
  large: number;
}

const grouped = (value: number) => value.toLocaleString('en');

const town = ({ name, person, other, year, small, medium, large }: Subject): string[] => [
  `${name} is a market town on the northern bank of the river with ${grouped(large)} inhabitants at the last census.`,
  `The stone bridge of ${name} is ${medium} metres long and was opened to traffic in ${year}.`,
  `About ${small} percent of the electricity used in ${name} comes from a hydroelectric station above the weir.`,
  `In ${year + 21} the council of ${name} approved a new harbour plan, and the work ended two years later.`,
  `Residents complained that the plan was too expensive, but the council rejected a second vote.`,
  `${person} was elected mayor of ${name} in ${year + 30} and held the office for ${small % 12} years.`,
  `The old town hall burned down in ${year + 8}, and the present building was designed by ${other}.`,
  `${name} has ${small} schools, two libraries and a hospital that serves the whole valley.`,
  `The railway between ${name} and the coast was closed because too few passengers used it.`,
  `Every summer the choir festival of ${name} attracts about ${grouped(medium * 10)} visitors.`,
];

const company = ({ name, person, other, year, small, medium, large }: Subject): string[] => [
  `${name} Shipping was founded by ${person} in ${year} as a family business that repaired wooden boats.`,
  `The company employs ${grouped(large)} people, most of them in its yards and repair docks.`,
  `In 2022 ${name} Shipping reported revenue of ${medium} million euros and a small operating profit.`,
  `${other} has been the managing director of ${name} Shipping since 2015, when the founder's grandson retired.`,
  `Exports accounted for ${small} percent of all orders at ${name} Shipping, according to the annual report.`,
  `${name} Shipping closed its second yard in ${year + 40} because demand for freighters had fallen.`,
  `Analysts believe that the firm may be sold within the next few years.`,
  `The board of ${name} Shipping includes ${small % 9} independent members and two representatives of the staff.`,
  `A court ruled in ${year + 52} that ${name} Shipping had not paid the agreed bonuses to its welders.`,
  `Its largest vessel, a ferry ${medium} feet in length, was delivered to a customer in Canada.`,
];

const species = ({ name, person, year, small, medium, large }: Subject): string[] => [
  `The ${name} warbler is a small songbird that breeds in reed beds and spends the winter in West Africa.`,
  `The ${name} warbler was first described by the zoologist ${person} in ${year}.`,
  `Adults of the ${name} warbler weigh about ${small} grams, and the males have a yellow throat.`,
  `A survey counted ${grouped(large)} breeding pairs of the ${name} warbler, fewer than ten years before.`,
  `The female lays between three and six eggs, which hatch after ${10 + (small % 8)} days.`,
  `Ornithologists suspect that drained wetlands and pesticides caused the decline of the ${name} warbler.`,
  `The ${name} warbler has been protected by law since ${year + 60}.`,
  `Ringed birds have been found up to ${grouped(medium * 7)} kilometres from the nest in which they hatched.`,
  `It feeds on insects, spiders and, in late autumn, on berries.`,
  `The song of the ${name} warbler lasts about four seconds and is repeated at dawn.`,
];

const drug = ({ name, person, other, year, small, medium }: Subject): string[] => [
  `The ${name} trial compared a new blood pressure tablet with a placebo in ${grouped(medium * 3)} patients.`,
  `In the ${name} trial, ${small} percent of the patients who took the tablet reported headaches.`,
  `The tablet lowered systolic pressure by ${(small % 20) + 2} millimetres of mercury after twelve weeks.`,
  `The ${name} trial was led by ${person} and paid for by a public research fund.`,
  `Patients with kidney disease were excluded from the ${name} trial.`,
  `The results of the ${name} trial were published in ${Math.min(2023, year + 70)} by ${other} and colleagues.`,
  `Doctors should not prescribe the tablet to pregnant women, according to the regulator.`,
  `The ${name} trial was stopped ${small % 11} months early because the benefit was clear.`,
  `No deaths were attributed to the treatment during the observation period.`,
  `A later review found that ${medium % 40} of the participating clinics had kept incomplete records.`,
];

const treaty = ({ name, person, other, year, small, medium }: Subject): string[] => [
  `The Treaty of ${name} was signed by ${small % 30} states in ${year} and entered into force a year later.`,
  `Article ${small} of the Treaty of ${name} forbids the storage of toxic waste within ${medium} kilometres of a border.`,
  `${person} led the delegation that negotiated the Treaty of ${name}.`,
  `Under the Treaty of ${name} every member must report its emissions by the end of March.`,
  `Two governments refused to ratify the Treaty of ${name}, as it would have raised their fees.`,
  `A tribunal of ${(small % 6) + 3} judges decides disputes about the treaty.`,
  `The tribunal fined one member ${medium} thousand dollars in ${year + 14} for a late report.`,
  `The amendment that ${other} proposed in ${year + 25} was adopted by a majority of three quarters.`,
  `Lawyers disagree about whether the Treaty of ${name} applies to inland waters.`,
  `The depositary of the Treaty of ${name} keeps the original text in French and English.`,
];

const machine = ({ name, person, other, year, small, medium, large }: Subject): string[] => [
  `The ${name} telescope stands at an altitude of ${grouped(large % 5_000)} metres on an extinct volcano.`,
  `The main mirror of the ${name} telescope has a diameter of ${small % 12} metres and weighs ${small} tonnes.`,
  `Astronomers discovered ${medium} asteroids with the ${name} telescope in its first year.`,
  `${person} proposed the ${name} telescope in ${year + 50}, but construction began only nine years later.`,
  `The instrument cost ${medium} million dollars, a third more than planned.`,
  `An earthquake damaged the dome of the ${name} telescope, and observations stopped for ${small} weeks.`,
  `${other} received a prize for the spectrograph that was installed in the ${name} telescope.`,
  `The ${name} telescope can detect galaxies that are more than ten billion light years away.`,
  `Engineers replaced the cooling system after a leak of ${medium} litres.`,
  `Observing time is shared between universities of four countries.`,
];

const football = ({ name, person, other, year, small, medium, large }: Subject): string[] => [
  `${name} United is a football club that was founded in ${year} by workers of a glass factory.`,
  `The stadium of ${name} United seats ${grouped(large)} spectators after its renovation.`,
  `${person} scored ${small} goals for ${name} United, which is still the record of the club.`,
  `${name} United won the national cup in ${year + 33} and lost the final of the following season.`,
  `The coach ${other} left ${name} United after ${small % 20} defeats in a row.`,
  `${name} United was relegated to the second division in ${year + 44}.`,
  `The club paid ${medium} thousand pounds for a goalkeeper who never played a match.`,
  `Supporters of ${name} United own ${small % 50} percent of the shares.`,
  `Many fans consider it the most beautiful ground in the country.`,
  `The women's team of ${name} United has played in the first league since 2011.`,
];

const harvest = ({ name, person, year, small, medium, large }: Subject): string[] => [
  `Farmers in the ${name} district harvested ${grouped(large)} tonnes of barley, less than in the year before.`,
  `Drought reduced the yield of barley in the ${name} district by ${small} percent.`,
  `The ${name} cooperative, which ${person} chairs, stores grain for ${medium} farms.`,
  `Soil samples from the ${name} district contained ${small} milligrams of zinc per kilogram.`,
  `Since ${year + 70} the ${name} district has grown more lentils than peas.`,
  `The ministry paid subsidies of ${medium} euros per hectare for hedges and flower strips.`,
  `Irrigation in the ${name} district uses groundwater from a depth of ${medium} metres.`,
  `Prices rose sharply in spring, and several mills in the ${name} district bought grain abroad.`,
  `Beekeepers report that fewer than half of their colonies survived the winter.`,
  `A new variety of wheat ripens ${small % 15} days earlier than the old one.`,
];

/** One function per kind of subject; it returns ten sentences. */
export const KINDS: readonly ((subject: Subject) => string[])[] = [
  town,
  company,
  species,
  drug,
  treaty,
  machine,
  football,
  harvest,
];
