/**
 * Words for units, currencies and powers of ten that CLDR lacks, by language. Each entry has the form English=words, in lower
 * case.
 */

type Lists = Readonly<Record<string, string>>;

/** Intl lacks tonnes, square and cubic units, and the everyday names of percentages and currencies. */
export const EXTRA_UNITS: Lists = {
  de: 'tonnes=tonne|tonnen, km²=quadratkilometer, m²=quadratmeter, m³=kubikmeter, £=pfund, $=dollar, cents=cent',
  fr: 'tonnes=tonne|tonnes, km²=kilomètres carrés, m²=mètres carrés, m³=mètres cubes, $=dollars, £=livres, cents=centime|centimes',
  es: 'tonnes=tonelada|toneladas, km²=kilómetros cuadrados, m²=metros cuadrados, m³=metros cúbicos, $=dólares, £=libras, %=por ciento, cents=céntimo|céntimos|centavos',
  it: 'tonnes=tonnellata|tonnellate, km²=chilometri quadrati, m²=metri quadrati, m³=metri cubi, $=dollari, £=sterline, %=per cento, cents=centesimo|centesimi',
  pt: 'tonnes=tonelada|toneladas, km²=quilómetros quadrados|quilômetros quadrados, m²=metros quadrados, m³=metros cúbicos, $=dólares, £=libras, cents=cêntimo|cêntimos|centavos',
  nl: 'tonnes=ton, km²=vierkante kilometer, m²=vierkante meter, m³=kubieke meter, $=dollar, £=pond, cents=cent',
  pl: 'tonnes=tona|tony|ton, km²=kilometrów kwadratowych, m²=metrów kwadratowych, m³=metrów sześciennych, $=dolarów|dolary, £=funtów|funty, pln=zł, cents=centów|centy',
  zh: 'tonnes=吨|噸, hectares=公顷, km²=平方公里, m²=平方米, m³=立方米, km=千米, cny=元|人民币, years=年|岁, months=个月, hours=小时',
  ja: 'tonnes=トン, km²=平方キロメートル, m²=平方メートル, m³=立方メートル, km=キロ, $=ドル, £=ポンド, jpy=円, months=か月|カ月|ヶ月, years=年間|歳, cents=セント',
  ar: 'tonnes=طن|أطنان, km²=كيلومتر مربع, m²=متر مربع, m³=متر مكعب, km=كيلومتر|كيلومترا, %=في المئة|في المائة|بالمئة|بالمائة|٪, $=دولار|دولارا, €=يورو, £=جنيها, cents=سنت|سنتا',
};

/** CLDR has only the symbols and full names of powers of ten. */
export const EXTRA_MAGNITUDES: Lists = {
  de: 'million=mio., billion=mrd., thousand=tsd',
  fr: "million=millions de|millions d', billion=milliards de|milliards d'",
  es: 'million=millones de, billion=mil millones|mil millones de',
  it: 'million=milioni di, billion=miliardi di, thousand=mila',
  pt: 'million=milhões de, billion=mil milhões|mil milhões de|bilhões de',
  pl: 'thousand=tys|tys., million=mln, billion=mld',
  ar: 'thousand=ألف|آلاف, million=مليون|ملايين, billion=مليار',
};
